// The calculator: tiles are put in by clicking and stand in the form's text fields, so that the address holds all of them.
// The value of a hand comes from the server.
import { SUITS, sampleHand, left, read, room, withoutLast, withMeld, withTile, textsOf } from "./hand.js";
import { button, drawHand, face, tileName } from "./tile-picker.js";
import { filled } from "../site/parts.js";

const page = () => document.getElementById("calculator");
let table,
  words,
  form,
  mode = "",
  typed = "",
  timer = 0;
const PAUSE = 60;
const MOST = 13; // tiles of a long wait that the felt has room for

const texts = () => {
  const { hand, melds, win } = form.elements;
  return { hand: hand.value, melds: melds.value, win: win.value };
};
const state = () => read(texts());

// -- changes --------------------------------------------------------------------------------------------------------

function change(next) {
  for (const [name, text] of Object.entries(textsOf(next))) form.elements[name].value = text;
  draw();
  requestResult();
}

const handWith = (now, name) => (mode ? withMeld(table, now, mode, name) : withTile(table, now, name));

function addTile(name) {
  const next = handWith(state(), name);
  if (!next) return;
  choose("");
  change(next);
}

// -- drawing ----------------------------------------------------------------------------------------------------------

const picker = () => document.getElementById("picker");

function drawPicker() {
  const suits = tilesBySuit();
  picker().replaceChildren(
    ...[...SUITS]
      .filter((suit) => suits[suit])
      .map((suit) => {
        const row = document.createElement("div");
        row.className = "suit";
        for (const name of suits[suit]) {
          const key = button("key", "", () => addTile(name));
          key.dataset.tile = name;
          key.tabIndex = -1;
          const more = document.createElement("span");
          more.className = "more";
          key.append(face(name), more);
          row.append(key);
        }
        return row;
      }),
  );
  picker().querySelector("button").tabIndex = 0;
}

function tilesBySuit() {
  const found = {};
  for (const name of Object.keys(table.tiles)) (found[name[1]] ??= []).push(name);
  return found;
}

function drawMeldButtons() {
  const bar = document.getElementById("words");
  bar.firstElementChild.addEventListener("click", () => choose(""));
  for (const { word, text: name } of table.melds) {
    const made = button("chip-button", name, () => choose(mode === word ? "" : word));
    made.textContent = name;
    made.dataset.word = word;
    bar.append(made);
  }
}

function choose(word) {
  mode = word;
  for (const one of document.querySelectorAll("#words [data-word]"))
    one.setAttribute("aria-pressed", String(one.dataset.word === word));
  page().classList.toggle("melding", Boolean(word));
  draw();
}

function draw() {
  const now = state();
  drawHand(document.getElementById("hand-row"), { table, words, change }, now);
  for (const key of picker().querySelectorAll(".key")) {
    const name = key.dataset.tile,
      rest = Math.max(0, left(table, now, name));
    key.setAttribute("aria-label", filled(words.add, { tile: tileName(table, name), n: rest }));
    key.setAttribute("aria-disabled", String(!handWith(now, name)));
    key.lastElementChild.textContent = rest;
  }
  const by = form.elements.by.value;
  for (const box of form.querySelectorAll("[data-ways]")) {
    box.disabled = !box.dataset.ways.split(" ").includes(by);
    if (box.disabled) box.checked = false;
  }
}

// -- asking -----------------------------------------------------------------------------------------------------------

function question() {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) parameters.append(name, value.trim());
  return parameters;
}

const address = (parameters) => `${page().dataset.home}?${parameters}`;

/** The hint for a hand with too few or too many tiles; empty where the hand is complete or its text is not only tiles. */
function sizeHint(now) {
  const short = room(table, now) - now.hand.length;
  const { hand, melds } = texts();
  const strange = `${hand} ${melds}`.replace(/(\w+:)?([1-9]+[mpsz])+/g, "").trim();
  if (!short || strange || (!now.hand.length && !now.melds.length)) return "";
  return filled(short > 0 ? words.short : words.over, { n: Math.abs(short) });
}

/** Put the question into the address, and ask it unless the hand lacks tiles. The latest question is the one answered. */
function requestResult() {
  const parameters = question(),
    lacks = sizeHint(state()),
    url = address(parameters);
  if (url !== location.pathname + location.search) history[lacks ? "replaceState" : "pushState"](null, "", url);
  clearTimeout(timer);
  timer = lacks ? 0 : setTimeout(() => fetchResult(parameters), PAUSE);
  if (lacks) showResult();
}

async function fetchResult(parameters) {
  const mine = timer;
  let text = null;
  try {
    const answer = await fetch(`${page().dataset.result}?${parameters}`);
    if (answer.ok) text = await answer.text();
  } catch {
    /* no connection: said below */
  }
  if (mine !== timer) return;
  const result = document.getElementById("result");
  if (text === null) result.textContent = words.unavailable;
  else result.innerHTML = text;
  showResult();
}

function hint(text) {
  const answer = document.createElement("div"),
    line = document.createElement("p");
  answer.className = "answer";
  answer.dataset.state = "lacking";
  line.className = "hint";
  line.textContent = text;
  answer.append(line);
  return answer;
}

function showResult() {
  const result = document.getElementById("result"),
    lacks = sizeHint(state());
  const line = document.getElementById("line");
  if (lacks) result.replaceChildren(hint(lacks));
  const answer = result.querySelector(".answer");
  for (const one of result.querySelectorAll(".face")) {
    one.replaceChildren(face(one.dataset.tile, one.classList.contains("won") ? "last" : "", one.dataset.stands));
  }
  line.replaceChildren();
  line.dataset.state = answer?.dataset.state ?? "";
  if (lacks || answer?.dataset.state === "blank") line.textContent = lacks;
  else if (answer?.dataset.state === "waits") {
    const waits = [...result.querySelectorAll("tbody .face")],
      names = document.createElement("span");
    names.className = "unseen";
    names.textContent = waits.map((one) => tileName(table, one.dataset.tile)).join(" ");
    line.append(answer.dataset.line, names, ...waits.slice(0, MOST).map((one) => face(one.dataset.tile)));
  } else line.textContent = answer?.dataset.line ?? "";
}

// -- other rules, going back ------------------------------------------------------------------------------------------

/** The same page at another address, without leaving it. */
async function show(url, push) {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return location.assign(url);
  if (!push && url !== location.href) return undefined; // gone on meanwhile
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.id;
  page().replaceWith(document.adoptNode(there.getElementById("calculator")));
  if (push) history.pushState(null, "", url);
  start();
  if (focused) document.getElementById(focused)?.focus();
  return undefined;
}

function changeRules() {
  const folded = [...page().querySelectorAll("details")].map((one) => one.open);
  show(address(question()), true).then(() =>
    page()
      .querySelectorAll("details")
      .forEach((one, at) => {
        one.open = folded[at];
      }),
  );
}

function start() {
  table = JSON.parse(page().dataset.table);
  words = JSON.parse(page().dataset.words);
  form = document.getElementById("asked");
  mode = "";
  timer = 0;
  page().classList.add("alive");
  drawPicker();
  drawMeldButtons();
  draw();
  showResult();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    draw();
    requestResult();
  });
  form.addEventListener("change", (event) => {
    if ("rules" in event.target.dataset) return changeRules();
    draw();
    return requestResult();
  });
  document.getElementById("clear").addEventListener("click", () => change({ hand: [], melds: [], win: "" }));
  document.getElementById("deal").addEventListener("click", () => change(sampleHand(table)));
  document.getElementById("as-text").open = false;
  const copy = document.getElementById("copy");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    copy.textContent = words.copied;
  });
  page()
    .querySelectorAll("[data-game]")
    .forEach((link) =>
      link.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const kept = new URLSearchParams({ game: link.dataset.game });
        for (const name of ["hand", "melds", "win", "by"])
          if (form.elements[name].value) kept.set(name, form.elements[name].value);
        show(address(kept), true);
      }),
    );
  document.getElementById("result").addEventListener("click", (event) => {
    const link = event.target.closest("[data-win]");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    change({ ...state(), win: link.dataset.win });
  });
  picker().addEventListener("keydown", moveFocus);
  page().dataset.ready = "yes";
}

/** Arrow keys among the tiles of the picker. */
function moveFocus(event) {
  const rows = [...picker().children].map((row) => [...row.children]);
  const row = rows.findIndex((one) => one.includes(document.activeElement));
  if (row < 0) return;
  const column = rows[row].indexOf(document.activeElement);
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [
    0, 0,
  ];
  const there = rows[row + down];
  const next = there?.[Math.min(column + right, there.length - 1)];
  if (!next || !(down || right)) return;
  event.preventDefault();
  document.activeElement.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

document.addEventListener("keydown", (event) => {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")
  )
    return;
  if (/^[1-9]$/.test(event.key)) typed += event.key;
  else if (SUITS.includes(event.key) && typed) {
    const ranks = typed;
    typed = "";
    for (const rank of ranks) addTile(rank + event.key);
  } else if (event.key === "Backspace") {
    typed = "";
    event.preventDefault();
    change(withoutLast(state()));
  } else if (event.key === "Escape") choose("");
  else if (event.key.length === 1) typed = "";
});
// Another language is asked for with the address as it is now.
document.addEventListener(
  "submit",
  (event) => {
    const next = event.target.elements.next;
    if (next) next.value = location.pathname + location.search;
  },
  true,
);
window.addEventListener("popstate", () => show(location.href, false));
start();
