// Forms for move templates: moves that a person puts together from tiles or cards. The pieces chosen are kept with the draft.
import { element, filled } from "../site/parts.js";
import { group, labelled } from "./controls.js";
import { piecesText } from "./draft.js";

const PARTS = "/";
const MANY = 3;
const suitOf = (piece) => piece.at(-1);

/** The buttons and forms of move templates; `say` writes a finished move into the draft, `draw` redraws the section. */
export function chooser(section, at, say, draw) {
  const { words } = at;
  const now = () => at.aside.chosen ?? { open: "", picked: [] };
  const begun = (template) => (template.before ? `${template.before} ` : "") + template.head;
  const id = (template) => `${begun(template)} ${template.least} ${template.most} ${template.usual}`;
  const counted = (list) => list.filter((one) => one !== PARTS).length;
  const isOpen = (template) => now().open === id(template);

  function set(open, picked = []) {
    at.aside.chosen = { open, picked };
    at.keep();
  }

  function pick(template, picked) {
    if (template.most === 1) return say(begun(template) + picked[0]);
    if (template.alike && counted(picked) === template.most) return say(begun(template) + piecesText(picked));
    set(id(template), picked);
    draw();
    if (counted(picked) === template.most && template.least === template.most)
      section.querySelector("[data-key=done]")?.focus({ preventScroll: true });
  }

  /** A button that opens the form of a template. */
  function opener(template) {
    const made = labelled(
      "chip-button template",
      template.call || words.kinds[template.head[1]] || template.text,
      () => {
        set(isOpen(template) ? "" : id(template));
        draw();
      },
    );
    made.setAttribute("aria-label", template.text);
    made.setAttribute("aria-expanded", String(isOpen(template)));
    Object.assign(made.dataset, { template: template.head, key: id(template) });
    return made;
  }

  const button = (className, { face: drawn, text: name }, onClick) =>
    labelled(drawn ? className : "chip-button", drawn ? "" : name, onClick, drawn ? [drawn] : []);

  /** The button of a piece, with how many are left; where several fit, another button takes all of them. */
  function piece(template, one, picked) {
    const room = one.piece === PARTS ? one.n : template.most - counted(picked),
      left = one.n - picked.filter((other) => other === one.piece).length;
    const made = button("pick-tile", one, () => pick(template, [...picked, one.piece]));
    made.setAttribute("aria-label", template.most > 1 ? filled(words.left, { tile: one.text, n: left }) : one.text);
    if (one.face && one.n > 1) made.append(element("span", "copies", `×${left}`));
    if (one.face && one.face !== one.piece) made.append(element("span", "copies", one.text));
    Object.assign(made.dataset, { piece: one.piece, key: `piece ${one.piece}` });
    const fits = !template.alike || !picked.length || suitOf(picked[0]) === suitOf(one.piece);
    made.disabled = left < 1 || room < 1 || !fits;
    const fit = Math.min(left, room);
    if (fit < MANY || one.piece === PARTS || !fits) return made;
    const pile = element("span", "pile"),
      all = labelled("chip-button", `+${fit}`, () => pick(template, [...picked, ...Array(fit).fill(one.piece)]));
    all.setAttribute("aria-label", filled(words.all, { tile: one.text, n: fit }));
    Object.assign(all.dataset, { all: one.piece, key: `all ${one.piece}` });
    pile.append(made, all);
    return pile;
  }

  function laid(template, picked) {
    const row = group("dealt", words.chosen);
    row.append(
      ...picked.map((name, index) => {
        const one = template.pieces.find((other) => other.piece === name),
          made = button("held", one, () =>
            pick(
              template,
              picked.filter((_, place) => place !== index),
            ),
          );
        made.setAttribute("aria-label", filled(words.take, { tile: one.text }));
        return made;
      }),
    );
    return row;
  }

  function form(template) {
    const { picked } = now(),
      box = element("div", "chooser"),
      pieces = group("pieces", template.text),
      number = counted(picked);
    box.append(
      element(
        "p",
        "small",
        `${template.text} ${filled(words.choose, { n: number, size: template.least === template.most ? template.most : `${template.least}–${template.most}` })}`,
      ),
    );
    pieces.append(...template.pieces.map((one) => piece(template, one, picked)));
    box.append(pieces);
    if (template.most === 1) return box;
    const done = labelled("done", words.put, () => say(begun(template) + picked.join(""))),
      tools = element("p", "tools");
    done.dataset.key = "done";
    done.disabled = number < template.least || number > template.most;
    if (!template.alike) tools.append(done);
    tools.append(labelled("link", words.clear, () => pick(template, [])));
    box.append(laid(template, picked), tools);
    return box;
  }

  /** The open form, where it belongs to one of these moves. */
  const forms = (templates) => templates.filter(isOpen).map(form);

  /** Where no form is open, open the one that gives cards or plays a set. */
  function settle(all, usual) {
    if (all.some(isOpen)) return;
    const first =
      usual.find((template) => template.head.includes(">")) ??
      usual.find((template) => template.head[1] === ":") ??
      usual[0];
    set(first ? id(first) : "");
  }
  return { close: () => set(""), forms, opener, settle };
}
