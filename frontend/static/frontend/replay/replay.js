// The replay page: fetches the frames of a round and steps through them; board/ draws the table.
//
// The other scripts of the page hear of it, and tell it, by events of the document:
//   replay-ready  the frames are there and the board is drawn for the first time (or after its view changed)
//   replay-move   { move, view, hints } before the board is drawn: whoever has marks for it pushes them into `hints`
//   replay-drawn  { move, view, frame } after it was drawn
//   replay-go     { move } asks for a move; replay-draw asks to draw the same one again, as its marks are others now
//   replay-tab    another tab is open; its name stands on the page (`data-tab`)
// What is so before a script comes stands on the page: `data-ready`, `data-tab`, the value of the slider.
import { seatText, step, table } from "../board/text-table.js";
import { mountBoard, offender } from "../board/mount.js";
import { createStepper, keyed, PACES, touched, wheeled } from "../board/stepper.js";
import { moveItems } from "./move-list.js";
import { saveAs } from "./saves.js";
import { cut, tell } from "./told.js";
import { element, filled, LANGUAGE } from "../site/parts.js";
import { address as shared, ask, go } from "../site/service.js";

const page = document.getElementById("replay"),
  { dataset } = page;
const find = (id) => document.getElementById(id);
const svg = find("board"),
  scrub = find("scrub"),
  list = find("moves"),
  view = find("view");
let doc = null,
  turned = 0,
  usual = 0, // how the board is turned while nobody turns it
  board = null,
  staying = 0,
  speaking = 0,
  listed = 0,
  drawn = element("i"); // the faces of the list of moves
const SETTLED = 200;
const HEARD = 500;
const pace = () => PACES[find("pace").value];
const stepper = createStepper(() => doc.frames, {
  at: Number(dataset.move),
  onMove: (_, smooth) => {
    draw(smooth);
    settled(address, smooth);
  },
  onPlaying: showPlaying,
  onEnd: onward,
  pace,
});

// -- the current move -----------------------------------------------------------------------------------------------

function draw(smooth) {
  const { at } = stepper,
    last = stepper.last(),
    frame = doc.frames[at];
  const asked = { move: at, view: view.value, hints: [] };
  document.dispatchEvent(new CustomEvent("replay-move", { detail: asked })); // the review adds what it marks on the board
  board.draw(doc, at, { turned, smooth, hints: asked.hints });
  const sentence = at ? `${at}. ${frame.said}` : frame.said;
  find("now").textContent = sentence;
  find("token").textContent = frame.token ?? "";
  svg.setAttribute("aria-label", described(frame, asked.hints));
  scrub.value = at;
  scrub.setAttribute(
    "aria-valuetext",
    filled(doc.words.move, {
      n: at,
      all: last,
      said: frame.mark ? `${frame.said} (${doc.words[frame.mark]})` : frame.said,
    }),
  );
  find("place").textContent = `${at} / ${last}`;
  find("onward")?.classList.toggle("shown", at === last);
  tell(doc.words, frame);
  if (find("text-table").open) drawText();
  clearTimeout(speaking);
  if (!page.classList.contains("playing")) speaking = setTimeout(speak, HEARD);
  listed ||= requestAnimationFrame(here);
  document.dispatchEvent(new CustomEvent("replay-drawn", { detail: { move: at, view: view.value, frame } }));
}

const drawText = () => find("table-text").replaceChildren(...table(doc.words, doc.frames[stepper.at]));

/** Announce the current move to screen readers, except where the slider was moved, which announces it itself. */
function speak() {
  if (document.activeElement === scrub) return;
  const parts = [step(doc.words, doc.frames[stepper.at])];
  if (find("onward")?.classList.contains("shown")) parts.push(find("onward").textContent.trim());
  find("spoken").textContent = parts.join(". ");
}

/** Go on to the next round, seen as this one is. */
function onward() {
  const link = find("onward");
  if (link) go(link.href);
}

/** The board's name: the move, what is marked on it and how everybody stands. */
function described(frame, hints) {
  const parts = [frame.said, ...frame.findings.map((one) => one.said), ...hints.map((one) => one.said)];
  if (frame.wall) parts.push(filled(doc.words.wallCount, { n: frame.wall.count }));
  for (const seat of frame.seats) {
    parts.push(filled(doc.words.score, { seat: seatText(doc.words, seat.seat), points: seat.score }));
    if (seat.waits?.length)
      parts.push(
        filled(doc.words.waits, {
          seat: seatText(doc.words, seat.seat),
          tiles: seat.waits.map((one) => doc.words.tiles[one.tile]).join(" "),
        }),
      );
  }
  return parts.join(". ");
}

/** Run `then` at once, or only after the last of many quick steps: browsers request a page's icon again whenever its address
    changes. */
function settled(then, atOnce) {
  clearTimeout(staying);
  if (atOnce) then();
  else staying = setTimeout(then, SETTLED);
}

/** Mark the current move in the list and scroll to it: once a frame, however many steps were made, since measuring is slow. */
function here() {
  listed = 0;
  find("told").scrollTop = 0;
  cut();
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = list.children[stepper.at]?.firstElementChild;
  button?.setAttribute("aria-current", "step");
  if (list.contains(document.activeElement)) button?.focus({ preventScroll: true });
  if (button) list.scrollTop = Math.max(0, button.offsetTop - list.clientHeight / 2);
}

/** What an address says of how the table is seen, and which tab beside it is open. */
function asSeen() {
  const asked = new URLSearchParams();
  if (dataset.tab !== find("tabs").firstElementChild.id.slice(4)) asked.set("tab", dataset.tab);
  if (view.value) asked.set("view", view.value);
  if (turned !== usual && !view.value) asked.set("turn", doc.frames[0].seats[turned].seat);
  return asked.size ? `?${asked}` : "";
}

function address() {
  history.replaceState(null, "", `${dataset.home}${stepper.at ? `${stepper.at}/` : ""}${asSeen()}`);
  for (const link of document.querySelectorAll("#onward, .rounds a")) link.search = asSeen();
}

async function copy({ currentTarget: button }) {
  address();
  try {
    await navigator.clipboard.writeText(shared());
    button.textContent = button.dataset.copied;
  } catch {
    button.textContent = button.dataset.kept;
  }
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else page.requestFullscreen?.().catch(() => {});
}

function showPlaying(yes) {
  const button = find("play");
  page.classList.toggle("playing", yes);
  button.setAttribute("aria-label", yes ? button.dataset.pause : button.dataset.play);
  clearTimeout(speaking);
  if (!yes && doc) speaking = setTimeout(speak, HEARD);
}

function rotate() {
  turned = (turned + 1) % doc.frames[0].seats.length;
  address();
  draw(false);
}

// -- the list of moves, and what is marked along the way ------------------------------------------------------------------

function moves() {
  const { items, faces } = moveItems(doc);
  list.replaceChildren(...items);
  drawn.remove();
  list.before(faces);
  drawn = faces;
  const ticks = doc.frames.map((frame, index) =>
    frame.mark
      ? `<rect class="${frame.mark}" x="${((index / Math.max(1, stepper.last())) * 1000 - 3).toFixed(1)}" width="6" height="10" rx="2"/>`
      : "",
  );
  find("marks").innerHTML = ticks.join("");
}

async function load() {
  const seen = view.value;
  let answer = null;
  try {
    answer = await ask(dataset.frames + (seen ? `&view=${seen}` : ""));
  } catch {
    /* said below */
  }
  if (!answer?.ok) {
    find("missing").hidden = false;
    return;
  }
  const found = await answer.json();
  if (seen !== view.value) return; // another view was chosen meanwhile, and is under way
  doc = found;
  page.dataset.faces = doc.frames[0].faces;
  const seats = doc.frames[0].seats;
  if (view.options.length === 1) {
    for (const seat of seats)
      view.add(
        new Option([doc.words.seats[seat.seat]?.said ?? seat.seat, seat.name].filter(Boolean).join(" "), seat.seat),
      );
    const asked = new URLSearchParams(location.search),
      said = seats.findIndex((seat) => seat.seat === asked.get("turn"));
    // Opened at a finding, the board has who broke the rule at its bottom.
    usual = stepper.at ? offender(doc.frames[Math.min(stepper.at, stepper.last())]) : 0;
    turned = said >= 0 ? said : usual;
    if (asked.get("view") && seats.some((seat) => seat.seat === asked.get("view"))) {
      view.value = asked.get("view");
      await load();
      return;
    }
  }
  if (view.value) turned = seats.findIndex((seat) => seat.seat === view.value);
  board ??= mountBoard(svg, LANGUAGE, { fills: true });
  scrub.max = stepper.last();
  stepper.at = Math.min(stepper.at, stepper.last());
  moves();
  address();
  draw(false);
  page.dataset.ready = "yes";
  document.dispatchEvent(new CustomEvent("replay-ready"));
}

// -- controls --------------------------------------------------------------------------------------------------------

function begin() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]"),
      move = event.target.closest("#beside button[value]");
    if (button) stepper.step(button.dataset.step);
    else if (move) stepper.to(Number(move.value));
  });
  document.addEventListener("replay-draw", () => draw(false));
  document.addEventListener("replay-tab", () => {
    address();
    here();
  });
  find("told").addEventListener("scroll", cut, { passive: true });
  new ResizeObserver(cut).observe(find("told"));
  const mistake = (way) => () => page.querySelector(`[data-mistake="${way}"]`).click();
  keyed(stepper, { r: rotate, f: fill, j: mistake(1), k: mistake(-1) });
  touched(svg, stepper);
  wheeled(svg, stepper);
  find("play").addEventListener("click", stepper.play);
  find("turn").addEventListener("click", rotate);
  find("copy").addEventListener("click", copy);
  find("full").addEventListener("click", fill);
  find("full").hidden = !document.fullscreenEnabled;
  document.addEventListener("fullscreenchange", () =>
    find("full").setAttribute("aria-pressed", Boolean(document.fullscreenElement)),
  );
  find("text-table").addEventListener("toggle", drawText);
  scrub.addEventListener("input", () => stepper.to(Number(scrub.value), false));
  view.addEventListener("change", () => {
    stepper.pause();
    load();
  });
  for (const button of document.querySelectorAll("[data-save]"))
    button.addEventListener("click", () =>
      saveAs(button.dataset.save, board, { button, doc, at: stepper.at, turned, pace: pace(), name: dataset.name }),
    );
}

// A move that is asked for before the frames are loaded is shown once they are.
document.addEventListener("replay-go", ({ detail }) => {
  if (doc) stepper.to(detail.move);
  else stepper.at = detail.move;
});
load().then(() => {
  if (doc) begin();
});
