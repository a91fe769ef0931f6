// The replay board: fetches a round's frames and draws the one that it stands at. It knows no rules.
import * as cards from "./card-table.js";
import { element } from "./parts.js";
import * as tiles from "./tile-table.js";

const board = document.getElementById("board");
const words = JSON.parse(board.dataset.words);
const scrub = document.getElementById("scrub");
const view = document.getElementById("view");
const list = document.getElementById("moves");
const TABLES = { cards, tiles };
let frames = [];
let at = Number(board.dataset.move);

function draw() {
  const frame = frames[at];
  const turned = Math.max(0, frame.seats.findIndex((seat) => seat.seat === view.value));
  board.className = `board of-${frame.faces}`;
  board.replaceChildren(...TABLES[frame.faces].draw(frame, turned, words));
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
