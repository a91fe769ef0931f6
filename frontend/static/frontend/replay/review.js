// The review below the board: what the engine has worked out, fetched once somebody scrolls to it. It follows the board:
// `replay-move` tells at which move that is.
import { pointsChart, roundChart } from "./review-charts.js";
import { missedSection } from "./review-missed.js";
import { reviewTexts } from "./review-texts.js";
import { turnSection } from "./review-turn.js";
import { element } from "../site/parts.js";

const SETTLED = 150;
const PAUSE = 300;
const panel = document.getElementById("review");
const body = panel.querySelector(".review-body");
const board = document.getElementById("board");
let reviewData = null;
let texts = null;
let move = Number(board?.dataset.move ?? 0);
let view = "";
let wanted = false;

/** The turn at the current move: the choice that comes next, or the one just made. */
function turnAt() {
  return reviewData.turns.find((turn) => turn.move === move + 1) ?? reviewData.turns.find((turn) => turn.move === move);
}

function goTo(to) {
  document.dispatchEvent(new CustomEvent("replay-go", { detail: { move: to } }));
}

let now = null;
let line = null;
let looking = 0;
let staying = 0;
const looked = new Set();

function draw() {
  const over = pointsChart(texts, reviewData);
  now = turnSection(texts, turnAt());
  const charts = element("div", "charts");
  line = roundChart(texts, reviewData, goTo);
  charts.append(line.figure);
  if (over) charts.append(over.figure);
  const missed = reviewData.measure === "distance" ? [missedSection(texts, reviewData.missed, goTo)] : [];
  body.replaceChildren(now, ...missed, charts);
  line.moveCursor(move);
  panel.dataset.ready = "yes";
}

function follow() {
  if (!reviewData) return;
  const turn = turnAt();
  const next = turnSection(texts, turn),
    focused = now.contains(document.activeElement);
  now.replaceWith(next);
  now = next;
  if (focused) board.focus({ preventScroll: true });
  line.moveCursor(move);
  clearTimeout(looking);
  if (turn?.choices?.some((choice) => choice.distance === 1 && choice.value === null) && !looked.has(turn.move))
    looking = setTimeout(() => lookAhead(turn), PAUSE);
}

/** Fetch what a hand one tile from ready may win, once the reader has stayed at its turn. */
async function lookAhead(turn) {
  looked.add(turn.move);
  const answer = await fetch(`${panel.dataset.review}?move=${turn.move}`);
  if (!answer.ok) return;
  Object.assign(turn, (await answer.json()).turn);
  if (turnAt() === turn) follow();
}

async function load() {
  const answer = await fetch(panel.dataset.review + (view ? `?view=${view}` : ""));
  if (!answer.ok) {
    panel.hidden = true;
    return;
  }
  reviewData = await answer.json();
  texts = reviewTexts(reviewData.words);
  looked.clear();
  draw();
  follow();
}

document.addEventListener("replay-move", ({ detail }) => {
  move = detail.move;
  const other = detail.view !== view;
  view = detail.view;
  line?.moveCursor(move);
  clearTimeout(staying);
  if (other && wanted) load();
  else if (reviewData) staying = setTimeout(follow, SETTLED);
});
new IntersectionObserver(
  (entries, watch) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    wanted = true;
    load();
  },
  { rootMargin: "200px" },
).observe(panel);
