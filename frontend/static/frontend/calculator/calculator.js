// The calculator: tiles are put in by clicking and stand in the form's text fields, so that the address holds all of them.
// The value of a hand comes from the server.
import { handIn, limitCircumstances, question } from "./form.js";
import { sampleHand, withoutLast, withMeld, withTile, textsOf } from "./hand.js";
import { drawHand } from "./hand-bar.js";
import { listenToKeys } from "./keyboard.js";
import { forgetQuestion, requestResult, showResult } from "./result.js";
import { drawPicker, updatePicker } from "./tile-picker.js";
import { button } from "./tiles.js";
import { address as shared, ask, go } from "../site/service.js";

const page = () => document.getElementById("calculator");
let table,
  words,
  form,
  mode = "";

const parts = () => ({ page: page(), table, words, form });

// -- changes --------------------------------------------------------------------------------------------------------

function change(next) {
  for (const [name, text] of Object.entries(textsOf(next))) form.elements[name].value = text;
  draw();
  requestResult(parts());
}

const handWith = (now, name) => (mode ? withMeld(table, now, mode, name) : withTile(table, now, name));

function addTile(name) {
  const next = handWith(handIn(form), name);
  if (!next) return;
  choose("");
  change(next);
}

// -- drawing ----------------------------------------------------------------------------------------------------------

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
  const now = handIn(form);
  drawHand(document.getElementById("hand-row"), { table, words, change }, now);
  updatePicker({ table, words }, now, (name) => handWith(now, name) !== null);
  limitCircumstances(form);
}

// -- other rules, going back ------------------------------------------------------------------------------------------

const address = (parameters) => `${page().dataset.home}?${parameters}`;

/** The same page at another address, without leaving it. */
async function show(url, push) {
  const answer = await ask(url).catch(() => null);
  if (!answer?.ok) return go(url);
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
  show(address(question(form)), true).then(() =>
    page()
      .querySelectorAll("details")
      .forEach((one, at) => {
        one.open = folded[at];
      }),
  );
}

function followGameLinks() {
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
}

function offerCopy() {
  const copy = document.getElementById("copy");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(shared());
    copy.textContent = words.copied;
  });
}

function start() {
  form = document.getElementById("asked");
  table = JSON.parse(page().dataset.table);
  words = JSON.parse(page().dataset.words);
  mode = "";
  forgetQuestion();
  page().classList.add("alive");
  drawPicker(table, addTile);
  drawMeldButtons();
  draw();
  showResult(parts());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    draw();
    requestResult(parts());
  });
  form.addEventListener("change", (event) => {
    if ("rules" in event.target.dataset) return changeRules();
    draw();
    return requestResult(parts());
  });
  document.getElementById("clear").addEventListener("click", () => change({ hand: [], melds: [], win: "" }));
  document.getElementById("deal").addEventListener("click", () => change(sampleHand(table)));
  document.getElementById("as-text").open = false;
  offerCopy();
  followGameLinks();
  document.getElementById("result").addEventListener("click", (event) => {
    const link = event.target.closest("[data-win]");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    change({ ...handIn(form), win: link.dataset.win });
  });
  page().dataset.ready = "yes";
}

listenToKeys({ addTile, removeLast: () => change(withoutLast(handIn(form))), leave: () => choose("") });
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
