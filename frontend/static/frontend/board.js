// The replay board: fetches a round's frames and draws the one that it stands at. It knows no rules.
import { tile } from "./tiles.js";

const board = document.getElementById("board");
const words = JSON.parse(board.dataset.words);
const scrub = document.getElementById("scrub");
const view = document.getElementById("view");
const list = document.getElementById("moves");
const SIDES = { 3: ["south", "east", "west"], 4: ["south", "east", "north", "west"] };
const LANGUAGE = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
let frames = [];
let at = Number(board.dataset.move);

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function isolated(text) { return element("bdi", "", text); }

function plate(seat) {
  const row = element("div", "plate");
  row.append(element("b", "", seat.seat), isolated(seat.name));
  if (seat.dealer) row.append(element("span", "badge", words.dealer));
  if (seat.state !== "in") row.append(element("span", `badge ${seat.state}`, words[seat.state]));
  for (const mark of seat.marks) row.append(element("span", "badge told", mark[LANGUAGE]));
  row.append(element("span", "points", (seat.score > 0 ? "+" : "") + seat.score));
  return row;
}

function held(seat, frame) {
  const bad = frame.findings.some((finding) => finding.seat === seat.seat);
  const row = element("div", seat.open ? "tiles open" : "tiles");
  const stands = [...seat.stands];
  row.append(...seat.hand.map((name) => tile(name, "", name === frame.ghost ? stands.shift() : "")));
  if (seat.drawn) {
    row.append(element("span", "gap"), tile(seat.drawn, bad ? "bad" : "last"));
  }
  for (const meld of seat.melds) {
    const group = element("span", "meld");
    group.title = [meld.kind, meld.from].filter(Boolean).join(" ← ");
    const fresh = meld.move === frame.move ? (bad ? "bad" : "last") : "";
    for (const name of meld.tiles) group.append(tile(name, fresh, name === frame.ghost ? meld.tile : ""));
    row.append(element("span", "gap"), group);
  }
  return row;
}

function birds(frame) {
  const row = element("div", "tiles birds");
  for (const bird of frame.birds) {
    const group = element("span", "bird");
    group.append(tile(bird.tile), element("small", "", bird.seat ?? ""));
    row.append(group);
  }
  return row;
}

function river(seat, side, frame) {
  const row = element("div", `river of-${side}`);
  for (const laid of seat.river) {
    const bad = laid.move === frame.move && frame.findings.length;
    row.append(tile(laid.tile, bad ? "bad" : laid.move === frame.move ? "last" : laid.mark ? "taken" : ""));
  }
  return row;
}

function draw() {
  const frame = frames[at];
  const turned = Math.max(0, frame.seats.findIndex((seat) => seat.seat === view.value));
  const middle = element("div", "middle");
  const centre = element("div", "centre", String(frame.wall.count));
  centre.prepend(element("small", "", words.wall));
  if (frame.birds.length) centre.append(birds(frame));
  middle.append(centre);
  board.replaceChildren(middle);
  frame.seats.forEach((seat, index) => {
    const around = (index - turned + frame.seats.length) % frame.seats.length;
    const side = SIDES[frame.seats.length][around];
    const place = element("section", `seat ${side}${seat.turn ? " turn" : ""}`);
    place.append(plate(seat), held(seat, frame));
    board.append(place);
    middle.append(river(seat, side, frame));
  });
  tell(frame);
}

function tell(frame) {
  document.getElementById("now").textContent = at ? `${at}. ${frame.token}` : words.deal;
  const template = document.getElementById("finding");
  const rules = document.getElementById("rules").dataset.link;
  document.getElementById("here").replaceChildren(...frame.findings.map((finding) => {
    const item = template.content.cloneNode(true).firstElementChild;
    item.classList.add(finding.severity);
    item.querySelector(".said").textContent = finding.said;
    const link = item.querySelector(".id");
    link.textContent = finding.clause;
    link.href = `${rules}#${finding.clause}`;
    return item;
  }));
  document.getElementById("ledger").replaceChildren(...frame.ledger.map((line) => element("li", "", `${line.from} → ${line.to}  ${line.points}  ${line.clause}`)));
  scrub.value = at;
  list.querySelector(".here")?.classList.remove("here");
  const here = list.children[at]?.firstElementChild;
  here?.classList.add("here");
  if (here) list.scrollTop = Math.max(0, here.offsetTop - list.offsetTop - list.clientHeight / 2);
}

function go(move) {
  at = Math.min(frames.length - 1, Math.max(0, move));
  history.replaceState(null, "", at ? `${board.dataset.home}${at}/${location.search}` : board.dataset.home + location.search);
  draw();
}

function moves() {
  list.replaceChildren(...frames.map((frame, index) => {
    const item = element("li");
    const button = element("button", "", index ? frame.token : words.deal);
    button.type = "button";
    button.title = button.textContent;
    if (frame.findings.length) button.classList.add("bad");
    if (frame.ledger.length) button.classList.add("gain");
    button.addEventListener("click", () => go(index));
    item.append(button);
    return item;
  }));
}

async function load() {
  const answer = await fetch(board.dataset.frames + (view.value ? `?view=${view.value}` : ""));
  if (!answer.ok) {
    board.textContent = words.unavailable;
    return;
  }
  frames = (await answer.json()).frames;
  scrub.max = frames.length - 1;
  if (view.options.length === 1) {
    for (const seat of frames[0].seats) view.add(new Option(seat.name ? `${seat.seat} ${seat.name}` : seat.seat, seat.seat));
  }
  moves();
  go(at);
  board.dataset.ready = "yes";
}

const STEPS = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => frames.length - 1 };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
document.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => go(STEPS[button.dataset.step]())));
scrub.addEventListener("input", () => go(Number(scrub.value)));
view.addEventListener("change", load);
document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=range]), select")) return;
  event.preventDefault();
  go(STEPS[step]());
});
load();
