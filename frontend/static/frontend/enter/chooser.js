// Forms for moves that are put together of pieces. The pieces chosen so far are kept with the draft.
import { element, filled } from "../site/parts.js";
import { group, labelled } from "./controls.js";

const PARTS = "/";
const MANY = 3;

/** The openers and forms of such moves; `say` writes one down, `draw` draws the section anew. */
export function chooser(section, at, say, draw) {
  const { words } = at;
  const now = () => at.aside.chosen ?? { open: "", picked: [] };
  const id = (blank) => `${blank.head} ${blank.least} ${blank.most} ${blank.usual}`;
  const counted = (list) => list.filter((one) => one !== PARTS).length;
  const isOpen = (blank) => now().open === id(blank);

  function set(open, picked = []) {
    at.aside.chosen = { open, picked };
    at.keep();
  }

  function pick(blank, picked) {
    if (blank.most === 1) return say(blank.head + picked[0]);
    set(id(blank), picked);
    draw();
    if (counted(picked) === blank.most && blank.least === blank.most)
      section.querySelector("[data-key=done]")?.focus({ preventScroll: true });
  }

  /** A button that opens the form of a move. */
  function opener(blank) {
    const made = labelled("chip-button blank", blank.call || words.kinds[blank.head[1]] || blank.text, () => {
      set(isOpen(blank) ? "" : id(blank));
      draw();
    });
    made.setAttribute("aria-label", blank.text);
    made.setAttribute("aria-expanded", String(isOpen(blank)));
    Object.assign(made.dataset, { blank: blank.head, key: id(blank) });
    return made;
  }

  const button = (className, { face: drawn, text: name }, onClick) =>
    labelled(drawn ? className : "chip-button", drawn ? "" : name, onClick, drawn ? [drawn] : []);

  /** The button of a piece, with how many are left; where several fit, another button takes all of them. */
  function piece(blank, one, picked) {
    const room = one.piece === PARTS ? one.n : blank.most - counted(picked),
      left = one.n - picked.filter((other) => other === one.piece).length;
    const made = button("pick-tile", one, () => pick(blank, [...picked, one.piece]));
    made.setAttribute("aria-label", blank.most > 1 ? filled(words.left, { tile: one.text, n: left }) : one.text);
    if (one.face && one.n > 1) made.append(element("span", "copies", `×${left}`));
    if (one.face && one.face !== one.piece) made.append(element("span", "copies", one.text));
    Object.assign(made.dataset, { piece: one.piece, key: `piece ${one.piece}` });
    made.disabled = left < 1 || room < 1;
    const fit = Math.min(left, room);
    if (fit < MANY || one.piece === PARTS) return made;
    const pile = element("span", "pile"),
      all = labelled("chip-button", `+${fit}`, () => pick(blank, [...picked, ...Array(fit).fill(one.piece)]));
    all.setAttribute("aria-label", filled(words.all, { tile: one.text, n: fit }));
    Object.assign(all.dataset, { all: one.piece, key: `all ${one.piece}` });
    pile.append(made, all);
    return pile;
  }

  function laid(blank, picked) {
    const row = group("dealt", words.chosen);
    row.append(
      ...picked.map((name, index) => {
        const one = blank.pieces.find((other) => other.piece === name),
          made = button("held", one, () =>
            pick(
              blank,
              picked.filter((_, place) => place !== index),
            ),
          );
        made.setAttribute("aria-label", filled(words.take, { tile: one.text }));
        return made;
      }),
    );
    return row;
  }

  function form(blank) {
    const { picked } = now(),
      box = element("div", "chooser"),
      pieces = group("pieces", blank.text),
      number = counted(picked);
    box.append(
      element(
        "p",
        "small",
        `${blank.text} ${filled(words.choose, { n: number, size: blank.least === blank.most ? blank.most : `${blank.least}–${blank.most}` })}`,
      ),
    );
    pieces.append(...blank.pieces.map((one) => piece(blank, one, picked)));
    box.append(pieces);
    if (blank.most === 1) return box;
    const done = labelled("done", words.put, () => say(blank.head + picked.join(""))),
      tools = element("p", "tools");
    done.dataset.key = "done";
    done.disabled = number < blank.least || number > blank.most;
    tools.append(
      done,
      labelled("link", words.clear, () => pick(blank, [])),
    );
    box.append(laid(blank, picked), tools);
    return box;
  }

  /** The open form, where it belongs to one of these moves. */
  const forms = (blanks) => blanks.filter(isOpen).map(form);

  /** Where no form is open, open the one that gives cards or plays a set. */
  function settle(all, usual) {
    if (all.some(isOpen)) return;
    const first =
      usual.find((blank) => blank.head.includes(">")) ?? usual.find((blank) => blank.head[1] === ":") ?? usual[0];
    set(first ? id(first) : "");
  }
  return { close: () => set(""), forms, opener, settle };
}
