// The review beside the board: what the engine has worked out, fetched once its tab or that of the points is opened. It follows
// the board: `replay-move` tells at which move that is, and is told which discard is marked on it.
import { figures } from "./chart.js";
import { mistakeList, sentence, summary } from "./mistakes.js";
import { pointsChart } from "./points-chart.js";
import { reviewTexts } from "./review-texts.js";
import { remark, turnSection } from "./review-turn.js";
import { openTab } from "./tabs.js";
import { drawTimeline } from "./timeline.js";
import { element, filled } from "../site/parts.js";
import { ask } from "../site/service.js";

const SETTLED = 150;
const PAUSE = 300;
const find = (id) => document.getElementById(id);
const page = find("replay"),
  panel = find("panel-review"),
  board = find("board"),
  hint = find("hint"),
  threshold = find("threshold"),
  told = find("remark");
let review = null,
  texts = null,
  loading = null,
  move = Number(board.dataset.move),
  view = new URLSearchParams(location.search).get("view") ?? "",
  now = element("section"),
  looking = 0,
  staying = 0;
const looked = new Set();
const reviewing = () => page.dataset.tab === "review";

/** The turn at the current move: the choice that it was, so that all that is said is of one seat, or else the choice to come. */
function turnAt() {
  return review.turns.find((turn) => turn.move === move) ?? review.turns.find((turn) => turn.move === move + 1);
}

function goTo(to) {
  document.dispatchEvent(new CustomEvent("replay-go", { detail: { move: to } }));
}

// -- mistakes -------------------------------------------------------------------------------------------------------

const grave = () => review.listed.filter(({ grade }) => grade && grade >= threshold.value);
const stops = () => [...new Set(grave().map(({ at }) => at))];

/** Show the next mistake, or the one before. */
async function step(way) {
  if (!reviewing()) openTab("review");
  await load();
  if (!review) return;
  const to = way > 0 ? stops().find((at) => at > move) : stops().findLast((at) => at < move);
  if (to !== undefined) goTo(to);
}

/** The discard to be marked on the board. */
function hints() {
  const turn = reviewing() && hint.checked && review?.turns.find((one) => one.move === move + 1);
  if (!turn?.best) return [];
  const said = filled(texts.words.bestDiscard, { seat: texts.seat(turn.seat), tile: texts.named(turn.best) });
  return [{ seat: turn.seat, tile: turn.best, text: texts.words.recommended, said }];
}

// -- what is shown --------------------------------------------------------------------------------------------------

function draw() {
  const counted = review.measure === "distance",
    over = pointsChart(texts, review),
    { words } = texts;
  const lines = Object.entries(review.lines).map(([seat, points]) => ({ name: texts.seat(seat), points }));
  panel.replaceChildren(
    now,
    ...(counted
      ? [summary(texts, review, seenBy), mistakeList(texts, review, Number(threshold.value))]
      : [element("p", "small", words.uncounted)]),
    figures({ figures: `${words.figures}: ${counted ? words.distance : words.cards}` }, lines),
  );
  find("points-chart").replaceChildren(...(over ? [over] : []));
  find("mistakes").classList.toggle("uncounted", !counted);
  drawTimeline(texts, review, Number(find("scrub").max), grave());
  document.dispatchEvent(new CustomEvent("replay-draw"));
  follow();
  panel.dataset.ready = "yes";
}

function seenBy(seat) {
  const list = find("view");
  list.value = seat;
  list.dispatchEvent(new Event("change"));
}

function follow() {
  if (!review) return;
  const turn = turnAt(),
    next = turnSection(texts, turn),
    focused = now.contains(document.activeElement),
    here = review.listed.filter(({ at, missed }) => at === move && missed).map((one) => sentence(texts, one.missed));
  now.replaceWith(next);
  now = next;
  if (focused) board.focus({ preventScroll: true });
  told.textContent = [turn && remark(texts, turn), ...here].filter(Boolean).join(" ");
  told.hidden = !told.textContent;
  const all = stops();
  find("mistake-place").textContent = `${all.filter((at) => at <= move).length} / ${all.length}`;
  for (const button of document.querySelectorAll("[data-mistake]"))
    button.classList.toggle("no-more", !all.some((at) => (at - move) * button.dataset.mistake > 0));
  clearTimeout(looking);
  if (turn?.choices?.some((choice) => choice.distance === 1 && choice.value === null) && !looked.has(turn.move))
    looking = setTimeout(() => lookAhead(turn), PAUSE);
}

/** Fetch what a hand one tile from ready may win, once the reader has stayed at its turn. */
async function lookAhead(turn) {
  looked.add(turn.move);
  const answer = await ask(`${panel.dataset.review}/${turn.move}${view && `?view=${view}`}`);
  if (!answer.ok) return;
  Object.assign(turn, await answer.json());
  if (review && turnAt() === turn) follow();
}

/** Fetch the review as this view has it, unless it is there or under way. */
function load() {
  if (loading?.view !== view) loading = { view, done: fetched(view) };
  return loading.done;
}

async function fetched(asked) {
  const answer = await ask(`${panel.dataset.review}?words=1${asked && `&view=${asked}`}`).catch(() => null);
  if (asked !== view) return;
  if (!answer?.ok) {
    panel.replaceChildren(element("p", "small", panel.dataset.unavailable));
    find("mistakes").classList.add("uncounted");
    return;
  }
  const found = await answer.json();
  if (asked !== view) return;
  review = found;
  texts = reviewTexts(review.words);
  looked.clear();
  if (page.dataset.ready) draw();
  else document.addEventListener("replay-ready", draw, { once: true });
}

const wanted = () => ["review", "points"].includes(page.dataset.tab);
document.addEventListener("replay-move", ({ detail }) => {
  move = detail.move;
  if (detail.view !== view) {
    view = detail.view;
    review = loading = null;
    clearTimeout(looking); // it asks of a turn that this view may not have
    told.hidden = true;
    if (wanted()) load();
  }
  detail.hints.push(...hints());
  clearTimeout(staying);
  if (review && reviewing()) staying = setTimeout(follow, SETTLED);
});
document.addEventListener("replay-tab", () => {
  if (wanted()) load().then(() => reviewing() && follow());
  if (review) document.dispatchEvent(new CustomEvent("replay-draw"));
});
hint.addEventListener("change", () => document.dispatchEvent(new CustomEvent("replay-draw")));
threshold.addEventListener("change", () => review && draw());
find("mistakes").addEventListener("click", ({ target }) => {
  const button = target.closest("[data-mistake]");
  if (button) step(Number(button.dataset.mistake));
});
if (wanted()) load();
