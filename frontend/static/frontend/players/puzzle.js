// A puzzle: the board at the moment of choosing, and the tiles of the hand, chosen by pointer or key.
import { mountBoard } from "../board/mount.js";
import { table } from "../board/text-table.js";
import { face } from "../calculator/tiles.js";
import { LANGUAGE } from "../site/parts.js";

const puzzle = document.getElementById("puzzle"),
  doc = JSON.parse(document.getElementById("frames").textContent),
  at = doc.frames.length - 1;
for (const frame of doc.frames) frame.seats ??= doc.frames[at].seats; // the room is that of the hands that are shown
const NARROW = matchMedia("(width <= 37.5rem), (height <= 30rem)");

/** Give every element that stands for a tile its face. */
function drawFaces() {
  for (const one of puzzle.querySelectorAll("[data-tile]")) one.replaceChildren(face(one.dataset.tile));
}

const tiles = () => [...puzzle.querySelectorAll(".hand button:enabled")];

/** Arrow keys go along the hand; a typed tile (`3p`) goes to it. */
function keyed() {
  let rank = "";
  puzzle.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const hand = tiles(),
      step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const here = hand.indexOf(document.activeElement);
    const next = step ? hand[here < 0 ? 0 : (here + step + hand.length) % hand.length] : typed(hand, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  function typed(hand, key) {
    if (/^[1-9]$/.test(key)) rank = key;
    return /^[mpsz]$/.test(key) ? hand.find((one) => one.value === rank + key) : null;
  }
}

mountBoard(document.getElementById("board"), LANGUAGE, { fills: true }).draw(doc, at, {
  turned: Number(puzzle.dataset.turned),
});
drawFaces();
keyed();
if (NARROW.matches) puzzle.scrollIntoView();
document.querySelector(".as-text").addEventListener("toggle", () => {
  document.getElementById("table-text").replaceChildren(...table(doc.words, doc.frames[at]));
});
document.body.addEventListener("htmx:afterSwap", () => {
  drawFaces();
  document.getElementById("choice").focus({ preventScroll: !NARROW.matches });
});
puzzle.dataset.ready = "yes";
