// Comments on moves: those of the shown move with their rings and arrows on the board, and the form that writes one. A piece of
// the table is named by where it lies, its face, and the how-manieth of these it is.
import { element, filled } from "../site/parts.js";

const SVG = "http://www.w3.org/2000/svg";
const find = (id) => document.getElementById(id);
const { first, ofRound, words: texts } = find("comments").dataset,
  words = JSON.parse(texts),
  comments = [];
const svg = find("board"),
  list = find("comments-here"),
  form = find("comment-form"),
  layer = document.createElementNS(SVG, "g");
layer.setAttribute("class", "notes");
const FADED = 0.55;
let move = -1,
  drawn = [],
  from = null;

// -- rings and arrows -------------------------------------------------------------------------------------------------

const pieces = () => [...svg.querySelectorAll(".piece")];
const nameOf = ({ dataset }) => `${dataset.zone}:${dataset.name}`;

/** The name of a piece of the table, and the piece of a name; the last of those that are alike where they are shown as one. */
const referTo = (piece) =>
  `${nameOf(piece)}:${pieces()
    .filter((one) => nameOf(one) === nameOf(piece))
    .indexOf(piece)}`;
function pieceOf(name) {
  const cut = name.lastIndexOf(":"),
    alike = pieces().filter((one) => nameOf(one) === name.slice(0, cut));
  return alike[Math.min(alike.length - 1, Number(name.slice(cut + 1)))];
}

/** The middle of a piece, and its size, in units of the scene. */
function placeOf(piece) {
  const [, x, y] = piece.getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/),
    scale = Number(piece.getAttribute("transform").match(/scale\(([\d.]+)\)/)[1]);
  return { x: Number(x), y: Number(y), size: scale * 44 };
}

function markup(mark, opacity) {
  const places = mark.map(pieceOf);
  if (!places.every(Boolean)) return "";
  const [one, other] = places.map(placeOf),
    look = `fill="none" stroke="#4cc3ff" stroke-width="5" stroke-opacity="${opacity}" stroke-linecap="round"`;
  if (!other) return `<circle cx="${one.x}" cy="${one.y}" r="${one.size}" ${look}/>`;
  const angle = Math.atan2(other.y - one.y, other.x - one.x),
    tip = (turn, long) => `L${other.x - long * Math.cos(angle + turn)} ${other.y - long * Math.sin(angle + turn)}`;
  return `<path d="M${one.x} ${one.y}L${other.x} ${other.y}${tip(0.5, 22)}M${other.x} ${other.y}${tip(-0.5, 22)}" ${look}/>`;
}

const here = () => comments.filter((one) => one.move === move);

function paint() {
  if (layer.parentNode !== svg) svg.append(layer);
  layer.innerHTML = [
    ...here().flatMap(({ marks }) => marks.map((mark) => markup(mark, 0.95))),
    ...drawn.map((mark) => markup(mark, FADED)),
  ].join("");
}

// -- the list ---------------------------------------------------------------------------------------------------------

/** A time as pages have it: 2026.10.04 19:30. */
function moment(text) {
  const at = new Date(text),
    two = (n) => String(n).padStart(2, "0");
  return `${[at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join(".")} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function item({ id, text, author, created_at: at, deletable }) {
  const made = element("li"),
    by = element("p", "small");
  const who = element("bdi", "", author);
  by.append(who, author ? ` · ${moment(at)}` : moment(at));
  made.append(element("p", "text", text), by);
  if (deletable) {
    const button = element("button", "link", words.delete);
    button.type = "button";
    button.addEventListener("click", () => remove(id));
    by.append(" ", button);
  }
  return made;
}

function show() {
  list.replaceChildren(...here().map(item));
  for (const button of document.querySelectorAll("#moves button")) {
    const some = comments.some((one) => one.move === Number(button.value));
    if (some && !button.querySelector(".commented")) button.append(element("span", "commented", ` ${words.some}`));
    if (!some) button.querySelector(".commented")?.remove();
  }
  if (form) find("comment-title").textContent = move ? filled(words.on, { n: move }) : words.deal;
  paint();
}

// -- writing ----------------------------------------------------------------------------------------------------------

/** Ask the API to change something. */
const change = (address, method, body) =>
  fetch(address, {
    method,
    body: body && JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
  }).catch(() => null);

async function remove(id) {
  const answer = await change(`${form.dataset.ofMatch}${id}`, "DELETE");
  if (!answer?.ok) return;
  comments.splice(
    comments.findIndex((one) => one.id === id),
    1,
  );
  show();
}

async function save(event) {
  event.preventDefault();
  const error = form.querySelector(".error"),
    answer = await change(`${ofRound}/${move}`, "POST", { text: form.elements.text.value, marks: drawn }),
    told = await answer?.json().catch(() => null);
  error.hidden = Boolean(answer?.ok);
  if (!answer?.ok) {
    error.textContent = told?.detail ?? form.dataset.failed;
    return;
  }
  comments.push(told);
  form.hidePopover();
  show();
}

function pen(on) {
  find("pen").setAttribute("aria-pressed", String(on));
  svg.classList.toggle("drawn-on", on);
}

function rub() {
  drawn = [];
  find("unpen").hidden = true;
  paint();
}

const drawing = (event) => form.matches(":popover-open") && (event.shiftKey || find("pen").ariaPressed === "true");
const pieceAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest?.("#board .piece");

/** Drawing comes before the board's own taps and swipes. */
function draws() {
  const room = svg.parentElement;
  room.addEventListener(
    "pointerdown",
    (event) => {
      if (!drawing(event)) return;
      event.stopPropagation();
      from = pieceAt(event);
    },
    true,
  );
  room.addEventListener(
    "pointerup",
    (event) => {
      if (!from) return;
      event.stopPropagation();
      const to = pieceAt(event);
      if (to) drawn.push(to === from ? [referTo(from)] : [referTo(from), referTo(to)]);
      from = null;
      find("unpen").hidden = !drawn.length;
      paint();
    },
    true,
  );
  room.addEventListener("pointercancel", () => {
    from = null;
  });
  find("pen").addEventListener("click", ({ currentTarget }) => pen(currentTarget.ariaPressed !== "true"));
  find("unpen").addEventListener("click", rub);
  form.addEventListener("submit", save);
  form.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") form.elements.text.focus({ preventScroll: true });
    else {
      form.elements.text.value = "";
      form.querySelector(".error").hidden = true;
      pen(false);
      rub();
    }
  });
}

document.addEventListener("replay-drawn", ({ detail }) => {
  if (detail.move !== move) drawn = [];
  move = detail.move;
  show();
});
new MutationObserver(paint).observe(svg, { attributes: true, attributeFilter: ["viewBox"] });
if (form) draws();
/** Fetch the comments on the round, page by page. */
async function load(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  const { results, next } = await answer.json();
  comments.push(...results);
  show();
  if (next) await load(next);
}
load(first);

// The board may have been drawn before this script came.
if (find("replay").dataset.ready) {
  move = Number(find("scrub").value);
  show();
}
