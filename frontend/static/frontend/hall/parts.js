// Parts of a page that others change: a clock, the calls, what a table is told. They are drawn anew when something has changed, but
// not while somebody writes in them.
import { countAll, written } from "./clocks.js";
import { serverNow, watch } from "./state.js";

const title = document.title;
const lostLine = document.getElementById("lost");

function isInUse(part) {
  const typed = [...part.querySelectorAll("input:not([type=hidden], [type=radio])")].some(
    (field) => field.value !== field.defaultValue,
  );
  const chosen = part.querySelector("input[type=radio]:checked");
  return typed || Boolean(chosen) || part.contains(document.activeElement);
}

async function redraw(id, answer) {
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  // Looked at when the answer is whole: somebody may have begun to write while it came.
  const part = document.getElementById(id);
  if (!fresh || !part || isInUse(part)) return false;
  const folded = part.querySelectorAll("details");
  fresh.querySelectorAll("details").forEach((one, n) => {
    one.open = Boolean(folded[n]?.open);
  });
  part.replaceWith(document.adoptNode(fresh));
  globalThis.htmx?.process(fresh);
  fresh.dispatchEvent(new CustomEvent("part-drawn", { bubbles: true }));
  tick();
  return true;
}

function waits() {
  for (const one of document.querySelectorAll("[data-since]"))
    one.textContent = written(Math.max((serverNow() - Date.parse(one.dataset.since)) / 1000, 0));
}

function count() {
  const open = Number(document.querySelector("[data-count]")?.dataset.count);
  document.title = open ? `(${open}) ${title}` : title;
}

function tick() {
  countAll();
  waits();
  count();
}

function lost(since) {
  if (!lostLine) return;
  lostLine.hidden = !since;
  if (since) lostLine.querySelector("time").textContent = since.toTimeString().slice(0, 5);
}

for (const part of document.querySelectorAll("[data-watch]")) {
  const { id } = part;
  const { watch: address, live } = part.dataset;
  watch(address, { headers: { "HX-Request": "true" }, live, changed: (answer) => redraw(id, answer), lost });
}
setInterval(tick, 500);
tick();
