// Controls of the entry page: faces of tiles and cards, buttons, groups of buttons, lists, time fields.
import { cardMarkup } from "../board/faces/cards.js";
import { put, read } from "./draft.js";
import { button, face as tile } from "../calculator/tiles.js";
import { element } from "../site/parts.js";

const SVG = "http://www.w3.org/2000/svg";

/** Whether a piece is a card: a card's name is one letter, a tile's is two. Pieces that were not seen are drawn as tiles. */
export const isCard = (name) => name.length === 1 && name !== "?";

function card(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "-1 -1 63 88");
  drawn.setAttribute("class", "tile card");
  drawn.setAttribute("aria-hidden", "true");
  drawn.innerHTML = cardMarkup(name);
  return drawn;
}

/** The face of a tile or card. */
export const face = (name) => (isCard(name) ? card(name) : tile(name));

/** A button with a visible text, and after it the faces of some pieces. */
export function labelled(className, text, onClick, names = []) {
  const made = button(className, text, onClick);
  made.removeAttribute("aria-label");
  made.append(text);
  if (names.length) made.append(...names.map(face));
  return made;
}

/** A group of buttons between which arrow keys move the focus. */
export function group(className, name) {
  const made = document.createElement("div");
  made.className = className;
  made.setAttribute("role", "group");
  if (name) made.setAttribute("aria-label", name);
  return made;
}

/** All kinds of tiles in fixed places, a row for each suit; `make` gives the button of one. Cards stand one after the other. */
export function grid(name, kinds, make) {
  const box = group("picker", name);
  kinds.forEach((kind, index) => {
    if (!index || kind[1] !== kinds[index - 1][1]) box.append(element("div", "suit"));
    box.lastChild.append(make(kind));
  });
  return box;
}

/** Arrow keys go from button to button within a group. */
export function moveFocus(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const within = event.target.closest("[role=group]");
  if (!step || !within || event.target.tagName !== "BUTTON") return;
  const buttons = [...within.querySelectorAll("button:not(:disabled)")];
  buttons.at((buttons.indexOf(event.target) + step) % buttons.length)?.focus();
  event.preventDefault();
}

/** Replace the content of an element, keeping the focus, and where one types in it, on the same button or field where it still
 * exists. Of several with the same key the one in the same place is the same. */
export function redraw(section, ...children) {
  const held = document.activeElement,
    inside = section.contains(held),
    alike = () =>
      held.dataset.key
        ? [...section.querySelectorAll(`[data-key="${CSS.escape(held.dataset.key)}"]:not(:disabled)`)]
        : [];
  const place = inside ? Math.max(0, alike().indexOf(held)) : 0;
  section.replaceChildren(...children);
  if (!inside) return;
  const same = alike(),
    next = same[place] ?? same[0] ?? section.querySelector("button:not(:disabled), input, select");
  next?.focus({ preventScroll: true });
  if (next && next === same[place]) keepSelection(held, next);
}

/** What was selected of a field's text; all of it where that was all, so that what is typed takes the place of a new text. */
function keepSelection(before, now) {
  if (before.type !== "text" || now.type !== "text") return;
  const { selectionStart, selectionEnd, value } = before;
  if (selectionStart === 0 && selectionEnd === value.length) now.select();
  else now.setSelectionRange(selectionStart, selectionEnd);
}

/** A list to choose from, in a label. */
export function choice(text, options, value, onChange) {
  const label = document.createElement("label"),
    select = document.createElement("select");
  select.append(...options.map(([key, name]) => new Option(name, key)));
  select.value = value;
  select.addEventListener("change", () => onChange(select.value));
  select.dataset.key = text;
  label.append(text, select);
  return label;
}

const MINUTES = "YYYY-MM-DDThh:mm".length;
const local = (date) => new Date(date.getTime() - 60_000 * date.getTimezoneOffset()).toISOString().slice(0, MINUTES);

/** The time at which the round began or ended, as its tag has it, with a button for now. A zone that is written stays. */
export function time(text, tag, at) {
  const label = document.createElement("label"),
    input = document.createElement("input"),
    row = document.createElement("span");
  const written = read(at.text, tag, true),
    zone = written.match(/(Z|[+-]\d\d:?\d\d)$/)?.[0] ?? "";
  const set = (value) => at.change(put(at.text, tag, value && value + zone, true));
  const now = labelled("chip-button", at.words.now, () => set(local(new Date())));
  Object.assign(input, { type: "datetime-local", value: written.slice(0, MINUTES) });
  Object.assign(input.dataset, { key: tag, time: tag });
  now.dataset.key = `now ${tag}`;
  now.setAttribute("aria-label", `${text}: ${at.words.now}`);
  input.addEventListener("change", () => set(input.value));
  row.className = "time";
  row.append(input, now);
  label.append(text, row);
  return label;
}
