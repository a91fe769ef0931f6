// A match entered by hand. The text is the draft; every click changes it, and what the referee says of it comes back: findings,
// the table as it stands, the moves that may come next. The draft is kept in the browser and sent nowhere else until it is uploaded.
import { board as boardOn } from "./board/stand.js";
import { add, back, begin, nextRound, put, read, tilesOf, written } from "./draft.js";
import { LANGUAGE, element } from "./parts.js";
import { button, face, said } from "./rack.js";

const KEY = "referee.draft";
const PAUSE = 250;
const find = (id) => document.getElementById(id);
const root = find("enter");
const tables = JSON.parse(root.dataset.tables);
const words = JSON.parse(root.dataset.words);
const head = find("head");
const area = find("text");
const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
let told = {};
let dealt = "";
let waiting = 0;
let asking = null;
let stand = null;

const table = () => tables[head.game.value];
const preset = () => table().presets[head.preset.value] ?? Object.values(table().presets)[0];
const first = () => (preset().tiles ? "Dealer" : "Leader");
const seatName = (letter) => table().seats[letter] ?? letter;

// -- the header ----------------------------------------------------------------------------------------------------------

function presets() {
  head.preset.replaceChildren(...Object.entries(table().presets).map(([name, { said: text }]) => new Option(text, name)));
}

function names() {
  find("names").replaceChildren(...[...preset().seats].map((letter) => {
    const label = element("label", "", seatName(letter));
    const input = element("input");
    input.name = `Seat.${letter}`;
    input.value = read(area.value, input.name);
    label.append(input);
    return label;
  }));
}

const tags = () => [...head.elements].filter((field) => field.tagName === "INPUT" && field.name).map((field) => [field.name, field.value.trim()]);

/** The header's fields as the text has them. */
function reflect() {
  const game = read(area.value, "Game");
  if (tables[game] && head.game.value !== game) head.game.value = game;
  presets();
  const rules = read(area.value, "Rules").split(" ")[0];
  if (table().presets[rules]) head.preset.value = rules;
  names();
  for (const field of head.querySelectorAll("input")) field.value = read(area.value, field.name);
}

function headChanged({ target }) {
  if (target.name === "game") presets();
  if (target.tagName === "SELECT") names();
  if (!area.value.trim()) return;
  if (target.name === "game") change(put(put(area.value, "Game", head.game.value), "Rules", head.preset.value));
  else if (target.name === "preset") change(put(area.value, "Rules", head.preset.value));
  else change(put(area.value, target.name, target.value.trim()));
}

// -- the deal ------------------------------------------------------------------------------------------------------------

const handOf = (letter) => read(area.value, `Hand.${letter}`, true);
const sizeOf = (letter) => preset().size + (letter === read(area.value, "Dealer", true) ? 1 : 0);

/** A hand is changed, and shown at once: whoever deals does not wait for an answer. */
function setHand(letter, text) {
  change(put(area.value, `Hand.${letter}`, text, true));
  dealing();
}

function deal(name) {
  const hand = tilesOf(handOf(dealt));
  if (hand.length < sizeOf(dealt)) setHand(dealt, written([...hand, name]));
}

function heldRow(letter) {
  const tiles = tilesOf(handOf(letter));
  const row = element("div", "dealt");
  tiles.forEach((one, at) => {
    const out = button("held", said(words.take, { tile: table().names[one] ?? one }), () => setHand(letter, written(tiles.filter((_, other) => other !== at))));
    out.append(face(one));
    row.append(out);
  });
  return row;
}

function seatTabs(seats) {
  const group = element("div", "seat-tabs");
  group.setAttribute("role", "group");
  for (const letter of seats) {
    const hand = handOf(letter);
    const text = hand === "?" ? `${seatName(letter)}: ${words.unseen}` : said(words.hand, { seat: seatName(letter), n: tilesOf(hand).length, size: sizeOf(letter) });
    const tab = button("chip-button", text, () => { dealt = letter; dealing(); });
    tab.textContent = text;
    tab.setAttribute("aria-pressed", String(letter === dealt));
    group.append(tab);
  }
  return group;
}

function picker(used) {
  const hand = tilesOf(handOf(dealt));
  const box = element("div", "picker");
  box.setAttribute("role", "group");
  let suit = null;
  let row = null;
  for (const [name, copies] of Object.entries(preset().tiles)) {
    if (!copies) continue;
    if (name[1] !== suit) {
      row = element("div", "suit");
      box.append(row);
      suit = name[1];
    }
    const left = copies - used.filter((one) => one === name).length;
    const one = button("pick-tile", said(words.left, { tile: table().names[name] ?? name, n: left }), () => deal(name));
    one.dataset.tile = name;
    one.disabled = left < 1 || hand.length >= sizeOf(dealt);
    one.append(face(name));
    row.append(one);
  }
  return box;
}

/** Who deals: the hand of fourteen. */
function dealer(seats) {
  const label = element("label", "deals", words.dealer);
  const select = element("select");
  select.append(...seats.map((letter) => new Option(seatName(letter), letter)));
  select.value = read(area.value, "Dealer", true);
  select.addEventListener("change", () => { change(put(area.value, "Dealer", select.value, true)); dealing(); });
  label.append(select);
  return label;
}

function dealing() {
  const section = find("dealing");
  section.hidden = told.state !== "deal" || !preset().tiles;
  if (section.hidden) return;
  const seats = [...(told.seats ?? preset().seats)];
  const done = (letter) => handOf(letter) === "?" || tilesOf(handOf(letter)).length === sizeOf(letter);
  if (!seats.includes(dealt) || done(dealt)) dealt = seats.find((letter) => !done(letter)) ?? seats[0];
  const unseen = button("link", words.unseen, () => setHand(dealt, handOf(dealt) === "?" ? "" : "?"));
  unseen.textContent = `${seatName(dealt)}: ${words.unseen}`;
  const kept = document.activeElement?.dataset?.tile;
  section.replaceChildren(element("p", "small", words.deal), dealer(seats), seatTabs(seats), heldRow(dealt), picker(seats.flatMap((letter) => tilesOf(handOf(letter)))), unseen);
  section.querySelector(`[data-tile="${kept}"]`)?.focus();
}

// -- what may come next ----------------------------------------------------------------------------------------------------

const MOVE = /^([A-Z])([-+])(\d[mpsz])$/;

function offered(offer) {
  const [, , , tile] = offer.token.match(MOVE) ?? [];
  const made = button(tile ? "pick-tile" : "chip-button", offer.said, () => change(add(area.value, offer.token)));
  made.dataset.token = offer.token;
  if (tile) made.append(face(tile));
  else made.textContent = offer.said;
  return made;
}

/** One row for each seat and what it may do: its tiles to draw or discard, its claims and words. */
function offers() {
  const groups = new Map();
  for (const offer of told.offers ?? []) {
    const [, letter, sign] = offer.token.match(MOVE) ?? [null, offer.token[0], ""];
    const key = sign ? `${seatName(letter)} ${sign === "+" ? words.draws : words.discards}` : seatName(letter);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(offer);
  }
  const rows = [...groups].map(([name, list]) => {
    const row = element("div", "offer-row");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    const buttons = element("div", "offer-buttons");
    buttons.append(...list.map(offered));
    row.append(element("p", "small", name), buttons);
    return row;
  });
  if (!rows.length && told.state === "open" && told.round) rows.push(element("p", "small", words.nothing));
  find("offers").replaceChildren(...rows);
}

// -- what is said ------------------------------------------------------------------------------------------------------------

function goTo(line, column) {
  const lines = area.value.split("\n");
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const end = area.value.slice(at).search(/\s|$/) + at;
  area.focus();
  area.setSelectionRange(at, end);
}

function findings() {
  find("findings").replaceChildren(...(told.findings ?? []).map((finding) => {
    const item = element("li", `finding ${finding.severity}`);
    const line = element("p", "said");
    line.append(element("span", "tag", finding.severity_said), ` ${finding.said}`);
    const place = element("p", "place");
    if (finding.line) {
      const go = button("link", said(words.line, finding), () => goTo(finding.line, finding.column));
      go.textContent = said(words.line, finding);
      place.append(go);
    }
    const clause = element(finding.link ? "a" : "span", "id", finding.clause);
    if (finding.link) clause.href = finding.link;
    clause.title = finding.law ?? "";
    place.append(" ", clause);
    item.append(line, place);
    return item;
  }));
}

function draw() {
  const line = find("told");
  line.textContent = told.line ?? "";
  line.className = `told ${told.findings?.length ? "flagged" : told.state === "over" ? "clean" : ""}`;
  root.dataset.state = told.state ?? "";
  findings();
  dealing();
  offers();
  find("table").hidden = !told.board;
  if (told.board) {
    stand ??= boardOn(find("board"), LANGUAGE);
    stand.draw(told.board, told.board.frames.length - 1, { turned: 0 });
  }
  find("scores").hidden = !told.scores || Boolean(read(area.value, "Scores", true));
  find("round").hidden = told.state !== "over";
  find("undo").hidden = !told.moves;
}

// -- asking ------------------------------------------------------------------------------------------------------------------

async function ask() {
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(root.dataset.check, {
      method: "POST", body: area.value, signal: asking.signal, headers: { "Content-Type": "text/plain; charset=utf-8", "X-CSRFToken": token },
    });
    if (answer.status === 429) {
      waiting = setTimeout(ask, 1000 * Number(answer.headers.get("Retry-After") ?? 2));
      find("told").textContent = (await answer.json()).line;
      return;
    }
    told = await answer.json();
    draw();
  } catch (error) {
    if (error.name !== "AbortError") find("told").textContent = words.unreachable;
  }
  root.dataset.ready = "yes";
}

function keep() {
  try {
    localStorage.setItem(KEY, area.value);
    find("kept").textContent = words.kept;
  } catch { find("kept").textContent = ""; }
}

function soon(pause) {
  keep();
  clearTimeout(waiting);
  waiting = setTimeout(ask, pause);
}

function change(text) {
  area.value = text;
  area.scrollTop = area.scrollHeight;
  delete root.dataset.ready;
  soon(0);
}

// -- what the buttons do -------------------------------------------------------------------------------------------------------

const figures = () => Object.entries(told.scores).map(([seat, points]) => `${seat}${points > 0 ? "+" : ""}${points}`).join(" ");
const filename = () => `${read(area.value, "Event") || read(area.value, "Game") || "match"}.ppn`.replace(/[\\/:*?"<>|\s]+/g, "-");

find("start").addEventListener("click", () => {
  change(begin({ game: head.game.value, preset: head.preset.value, tags: tags(), dealer: preset().seats[0], first: first() }));
});
find("undo").addEventListener("click", () => change(back(area.value)));
find("round").addEventListener("click", () => change(nextRound(area.value, told.next_dealer ?? preset().seats[0], first())));
find("scores").addEventListener("click", () => change(put(area.value, "Scores", figures(), true)));
find("download").addEventListener("click", () => {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([area.value], { type: "text/x-ppn" }));
  link.download = filename();
  link.click();
  URL.revokeObjectURL(link.href);
});
find("upload").addEventListener("click", async () => {
  const form = new FormData();
  form.append("file", new File([area.value], filename(), { type: "text/x-ppn" }));
  const answer = await fetch(root.dataset.upload, { method: "POST", body: form, headers: { "X-CSRFToken": token } });
  if (!answer.ok) {
    find("told").textContent = words.unreachable;
    return;
  }
  find("results").innerHTML = await answer.text();
  window.htmx?.process(find("results"));
  find("results").scrollIntoView({ block: "nearest" });
});
head.addEventListener("change", headChanged);
head.addEventListener("submit", (event) => event.preventDefault());
area.addEventListener("input", () => soon(PAUSE));

area.value = localStorage.getItem(KEY) ?? "";
reflect();
ask();
