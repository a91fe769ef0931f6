// The field in which everything can be typed: hands, and moves one after the other. Words wait in it until the referee has answered.
import { addMove } from "./draft.js";
import { meaning } from "./typed.js";
import { offered } from "./play.js";
import { filled } from "../site/parts.js";

const FIELDS = "input:not([type=checkbox]), textarea, select";
const desktop = matchMedia("(hover: hover) and (pointer: fine)");

/** The field in its form. `dealing` takes the pieces of hands, `ready` tells whether what is offered is up to date. */
export function typing(form, at, dealing, ready) {
  const { words } = at,
    input = form.querySelector("input"),
    told = form.querySelector("output");

  function tell(text, wrong = false) {
    told.textContent = text;
    told.classList.toggle("wrong", wrong);
    input.setAttribute("aria-invalid", String(wrong));
  }

  /** Why a word cannot be written down. */
  function mistake(word, found) {
    if (found.several) return filled(words.several, { word, moves: found.several.map((one) => one.text).join("; ") });
    const { against } = found;
    if (!against) return filled(words.unknown, { word });
    const whole = against.token.slice(against.token.lastIndexOf(" ") + 1);
    return filled(words.forbidden, { why: against.why, clause: against.clause, whole });
  }

  /** Mark the button of the move that is being typed. */
  function mark(token = "") {
    for (const one of document.querySelectorAll("#offers .meant")) one.classList.remove("meant");
    if (token) document.querySelector(`#offers [data-token="${CSS.escape(token)}"]`)?.classList.add("meant");
  }

  const playing = () => Boolean(at.answer.offers && at.answer.templates && at.answer.state !== "deal");

  /** Write down the first word that is complete. */
  function next() {
    const [, word, rest] = input.value.match(/^\s*(\S+)\s+(.*)$/s) ?? [];
    if (!word || !ready() || form.hidden || dealing.open() || !playing()) return;
    const found = meaning(word, offered(at), at.answer);
    if (!found.token) return tell(mistake(word, found), true);
    input.value = rest;
    tell(found.offer?.text ?? found.token);
    at.follow(addMove(at.text, found.token));
  }

  function typed() {
    tell("");
    mark();
    if (dealing.open()) return tell(...dealing.preview(input.value));
    const word = input.value.trim();
    if (!word || !playing()) return;
    if (/\S\s/.test(input.value)) return next();
    const found = meaning(word, offered(at), at.answer);
    mark(found.token);
    tell(found.offer?.text ?? "");
  }

  function enter() {
    if (!dealing.open()) {
      input.value = `${input.value.trim()} `;
      return next();
    }
    const wrong = dealing.take(input.value);
    tell(wrong, Boolean(wrong));
    if (!wrong) input.value = "";
  }

  function draw() {
    const { round, round_form: known, state, unreadable } = at.answer;
    form.hidden = !known || !round || state === "over" || Boolean(unreadable);
    const example = dealing.open() ? dealing.example() : (offered(at).offers?.find((one) => !one.call)?.typed[1] ?? "");
    input.placeholder = example && filled(words.example, { example });
    if (!form.hidden && desktop.matches && document.activeElement === document.body)
      input.focus({ preventScroll: true });
  }

  input.addEventListener("input", typed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enter();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    typed();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " " || form.hidden)
      return;
    if (!event.target.matches?.(FIELDS)) input.focus({ preventScroll: true });
  });

  return {
    clear() {
      input.value = "";
      tell("");
    },
    draw,
    next,
  };
}
