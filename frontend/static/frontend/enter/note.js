// A note on a move: one field above the table, opened for the last move or from any in the list.
import { annotate, moves, noteAt } from "./draft.js";
import { filled } from "../site/parts.js";

/** The field in its form; `opener` is the button for the last move. An unfinished note is kept with the draft. */
export function note(form, opener, at) {
  const { words } = at,
    input = form.querySelector("input"),
    name = form.querySelector("span");
  const there = (number) => number <= moves(at.text).length;

  function aside(now) {
    at.aside.note = now;
    at.keep();
  }

  function draw() {
    const now = at.aside.note;
    opener.hidden = !at.answer.list;
    opener.setAttribute("aria-expanded", String(Boolean(now)));
    form.hidden = !now || !at.answer.list || !there(now.move);
    if (form.hidden) return;
    name.textContent = now.move
      ? filled(words.noteOn, { move: at.answer.list[now.move - 1] ?? now.move })
      : words.noteFirst;
    input.value = now.text;
  }

  function open(move) {
    aside({ move, text: noteAt(at.text, move) });
    draw();
    input.focus();
  }

  function close() {
    aside(null);
    draw();
    opener.focus({ preventScroll: true });
  }

  opener.addEventListener("click", () => (at.aside.note ? close() : open(moves(at.text).length)));
  input.addEventListener("input", () => aside({ ...at.aside.note, text: input.value }));
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { move, text } = at.aside.note;
    close();
    at.change(annotate(at.text, move, text.trim()));
  });
  return { draw, open };
}
