// The review below the board: what the seat that moves had to choose from, missed chances, and charts. It draws what the
// engine has worked out, fetched once somebody scrolls to it, and follows the board: `replay-move` tells at which move that is.
import { chart } from "./chart.js";
import { element, filled } from "../site/parts.js";
import { tile } from "../calculator/tiles.js";

const SHOWN = 5;
const SETTLED = 150;
const PAUSE = 300;
const panel = document.getElementById("review");
const body = panel.querySelector(".review-body");
const board = document.getElementById("board");
let reviewData = null;
let words = {};
let move = Number(board?.dataset.move ?? 0);
let view = "";
let wanted = false;

function steps(number) {
  if (number === null) return words.never;
  if (number < 0) return words.complete;
  return filled(words.steps[Math.min(number, 2)], { n: number });
}

function valueText(value) {
  return words.unit.replace("{}", value);
}
function named(face) {
  return words.tiles[face] ?? face;
}

function seat(letter) {
  const name = words.names[letter];
  const word = words.seats[letter] ?? letter;
  return name ? `${word} ${name}` : word;
}

/** The turn at the current move: the choice that comes next, or the one just made. */
function turnAt() {
  return reviewData.turns.find((turn) => turn.move === move + 1) ?? reviewData.turns.find((turn) => turn.move === move);
}

function face(name) {
  const drawn = tile(name);
  drawn.setAttribute("aria-label", named(name));
  return drawn;
}

function counted(choice) {
  const cell = element("td", "faces");
  for (const [name, live] of Object.entries(choice.tiles)) {
    const one = element("span", live ? "face-count" : "face-count gone");
    one.append(
      face(name),
      element(
        "small",
        "",
        choice.values[name] === undefined ? `${live}` : `${live} · ${valueText(choice.values[name])}`,
      ),
    );
    cell.append(one);
  }
  return cell;
}

function row(turn, choice) {
  const line = element("tr", choice.discard === turn.tile ? "chosen" : "");
  const head = element("th");
  head.scope = "row";
  const thrown = element("span", "thrown");
  thrown.append(face(choice.discard));
  if (choice.discard === turn.tile) thrown.append(element("span", "chip", words.chosen));
  head.append(thrown);
  const live = element("td", "number", choice.live);
  live.dataset.of = words.live;
  line.append(head, element("td", "", steps(choice.distance)), counted(choice), live);
  const value = element("td", "number", choice.value === null ? "–" : valueText(choice.value));
  if (choice.value !== null && choice.distance) value.textContent = `≤ ${value.textContent}`;
  line.append(value);
  return line;
}

function table(turn, choices) {
  const made = element("table", "choices");
  const head = element("tr");
  const waits = turn.distance === 0 ? words.waits : words.tiles_for;
  for (const [text, kind] of [
    [words.discard],
    [words.leaves],
    [waits],
    [words.live, "number"],
    [words.value, "number"],
  ]) {
    const cell = element("th", kind ?? "", text);
    cell.scope = "col";
    head.append(cell);
  }
  const heading = element("thead");
  heading.append(head);
  const rows = element("tbody");
  rows.append(...choices.map((choice) => row(turn, choice)));
  made.append(heading, rows);
  return made;
}

/** One line on the choice that was made. */
function remark(turn) {
  const gaps = { seat: seat(turn.seat), tile: named(turn.tile) };
  if (turn.made === "hu") return filled(words.won, gaps);
  if (turn.made !== "discard") return filled(words.kong, gaps);
  const [best] = turn.choices;
  const chosen = turn.choices.find((choice) => choice.discard === turn.tile);
  if (!best || !chosen) return "";
  Object.assign(gaps, {
    best: named(best.discard),
    left: steps(chosen.distance),
    steps: steps(best.distance),
    live: chosen.live,
    more: best.live,
  });
  if (chosen.distance !== best.distance) return filled(words.worse, gaps);
  return filled(chosen.live < best.live ? words.fewer : words.best, gaps);
}

function choosing(turn) {
  const parts = [element("p", "remark", remark(turn))];
  if (turn.wins !== null && turn.made !== "hu")
    parts.push(element("p", "could", filled(words.couldWin, { value: valueText(turn.wins) })));
  if (!turn.choices.length) return parts;
  const first = turn.choices.filter((choice, index) => index < SHOWN || choice.discard === turn.tile);
  parts.push(table(turn, first));
  if (first.length < turn.choices.length) {
    const rest = element("details");
    rest.append(element("summary", "", filled(words.all, { n: turn.choices.length })), table(turn, turn.choices));
    parts.push(rest);
  }
  if (turn.choices.some((choice) => choice.distance && choice.value !== null))
    parts.push(element("p", "small", words.ahead));
  return parts;
}

function set(text) {
  return element("code", "set", text);
}

function answering(turn) {
  const lead = turn.top === null ? words.leads : words.top;
  const parts = [
    element(
      "p",
      "remark",
      `${filled(lead, { seat: seat(turn.seat), set: turn.top })} ${filled(words[turn.made], { set: turn.set })} ${filled(words.left, { n: turn.left })}`,
    ),
  ];
  if (turn.beats === null) return parts;
  parts.push(element("p", "", turn.beats.length ? words.beats : words.beaten));
  const sets = element("p", "sets");
  sets.append(...turn.beats.map(set));
  parts.push(sets);
  return parts;
}

function here() {
  const turn = turnAt();
  const section = element("section", "turn-now");
  if (!turn) {
    section.append(element("p", "small", words.none));
    return section;
  }
  section.append(element("h3", "", filled(words.turn, { move: turn.move, seat: seat(turn.seat) })));
  section.append(...(turn.choices ? choosing(turn) : answering(turn)));
  return section;
}

function sentence(miss) {
  const gaps = { seat: seat(miss.seat), tile: miss.tile ? named(miss.tile) : "" };
  if (miss.what === "kong")
    return filled(words[miss.verb] ?? words.ownKong, {
      ...gaps,
      paid: miss.points ? filled(words.paid, miss) : words.unpaid,
    });
  if (miss.what === "claim") return filled(words[miss.verb], { ...gaps, from: steps(miss.from), to: steps(miss.to) });
  gaps.value = valueText(miss.value);
  if (miss.by === "draw") return filled(miss.tile ? words.draw : words.drawNothing, gaps);
  return filled(miss.by === "rob" ? words.rob : words.discardWin, gaps);
}

function goTo(to) {
  document.dispatchEvent(new CustomEvent("replay-go", { detail: { move: to } }));
}

function missed() {
  const section = element("section", "missed");
  section.append(element("h3", "", words.missed));
  if (!reviewData.missed.length) {
    section.append(element("p", "small", words.missedNothing));
    return section;
  }
  const list = element("ul");
  for (const miss of reviewData.missed) {
    const item = element("li", miss.what);
    const button = element("button", "link", filled(words.move, { n: miss.move }));
    button.type = "button";
    button.addEventListener("click", () => goTo(miss.move));
    item.append(button, document.createTextNode(` ${sentence(miss)}`));
    list.append(item);
  }
  section.append(list);
  return section;
}

function lines() {
  const distance = reviewData.measure === "distance";
  const series = Object.entries(reviewData.lines).map(([letter, points]) => ({
    name: seat(letter),
    short: words.seats[letter] ?? letter,
    points: points.filter(([, y]) => y !== null),
  }));
  const last = Math.max(1, ...series.flatMap(({ points }) => points.map(([x]) => x)));
  const marks = distance ? { 0: words.ready, "-1": words.winLevel } : {};
  return chart({
    title: distance ? words.distance : words.cards,
    x: words.moves,
    series,
    from: 0,
    to: last,
    stepped: true,
    marks,
    figures: words.figures,
    pick: goTo,
  });
}

function points() {
  const seats = Object.keys(reviewData.points[0]?.totals ?? {});
  if (reviewData.points.length < 2) return null;
  const series = seats.map((letter) => ({
    name: seat(letter),
    short: words.seats[letter] ?? letter,
    points: [[0, 0], ...reviewData.points.map(({ totals }, index) => [index + 1, totals[letter]])],
  }));
  return chart({
    title: words.points,
    x: words.rounds,
    series,
    from: 0,
    to: reviewData.points.length,
    figures: words.figures,
    cursor: reviewData.points.findIndex(({ round }) => round === reviewData.round) + 1,
    labels: reviewData.points.map(({ round }) => round),
  });
}

let now = null;
let line = null;
let looking = 0;
let staying = 0;
const looked = new Set();

function draw() {
  const over = points();
  now = here();
  const charts = element("div", "charts");
  line = lines();
  charts.append(line.figure);
  if (over) charts.append(over.figure);
  body.replaceChildren(now, ...(reviewData.measure === "distance" ? [missed()] : []), charts);
  line.moveCursor(move);
  panel.dataset.ready = "yes";
}

function follow() {
  if (!reviewData) return;
  const next = here(),
    focused = now.contains(document.activeElement);
  now.replaceWith(next);
  now = next;
  if (focused) board.focus({ preventScroll: true });
  line.moveCursor(move);
  clearTimeout(looking);
  const turn = turnAt();
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
  words = reviewData.words;
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
