// The deal of a round: who begins, dice and break, who sits where, the hands, the wall where it is known.
import { piecesOf, put, read, piecesText } from "./draft.js";
import { element, filled } from "../site/parts.js";
import { button } from "../calculator/tiles.js";
import { choice, face, group, isCard, labelled, redraw, time } from "./controls.js";

const WALL = "Wall";
const UNSEEN = "?";

/** The deal of the last round, drawn into a section. */
export function deal(section, at) {
  const { words } = at;
  let target = "";
  let drawn = "";
  let editing = false;

  const roundForm = () => at.answer.round_form;
  const cards = () => isCard(Object.keys(roundForm().pieces)[0]);
  const name = (piece) => at.table().names[piece] ?? piece;
  const seat = (letter) => at.table().seats[letter] ?? letter;
  const tag = (one) => (one === WALL ? WALL : `Hand.${one}`);
  const text = (one) => read(at.text, tag(one), true);
  const pieces = (one) => piecesOf(text(one), cards());
  const size = (one) =>
    one === WALL
      ? roundForm().wall
      : roundForm().size + (one === read(at.text, roundForm().first, true) ? roundForm().more : 0);
  const seats = () => [...at.answer.seats];
  const full = (one) => text(one) === UNSEEN || pieces(one).length === size(one);
  const used = () => [...seats(), ...(roundForm().wall ? [WALL] : [])].flatMap(pieces);
  const left = (piece, all = used()) => roundForm().pieces[piece] - all.filter((one) => one === piece).length;

  const write = (tagName, value) => at.change(put(at.text, tagName, value, true));
  const writePieces = (list) => write(tag(target), target === WALL ? list.join("") : piecesText(list));

  function set(tagName, value) {
    write(tagName, value);
    at.afterPress(draw);
  }

  function setPieces(list) {
    writePieces(list);
    at.afterPress(draw);
  }

  // -- who begins, dice, break, who sits --

  function heading() {
    const { first, dice, breaks, draws } = roundForm(),
      box = element("div", "grid heading");
    const any = ["", words.notRecorded],
      tagged = (name) => read(at.text, name, true);
    box.append(
      choice(
        words.first[first] ?? first,
        [any, ...seats().map((letter) => [letter, seat(letter)])],
        tagged(first),
        (value) => set(first, value),
      ),
    );
    if (draws) {
      const [who = "", card = ""] = tagged("Draw").split(" ");
      const put = (one, other) => set("Draw", one && other ? `${one} ${other}` : one || other);
      box.append(
        choice(words.drawer, [any, ...seats().map((letter) => [letter, seat(letter)])], who, (value) =>
          put(value, card),
        ),
      );
      box.append(
        choice(words.drawn, [any, ...[...draws].map((one) => [one, name(one)])], card, (value) => put(who, value)),
      );
    }
    const faces = tagged("Dice").padEnd(dice).slice(0, dice);
    for (let die = 0; die < dice; die += 1) {
      box.append(
        choice(
          filled(words.die, { n: die + 1 }),
          [any, ..."123456"].map((one) => (one === any ? any : [one, one])),
          faces[die].trim(),
          (value) =>
            set(
              "Dice",
              [...faces]
                .map((one, index) => (index === die ? value : one))
                .join("")
                .trim(),
            ),
        ),
      );
    }
    if (breaks.length)
      box.append(
        choice(words.break, [any, ...breaks.map((one) => [one.value, one.text])], tagged("Break"), (value) =>
          set("Break", value),
        ),
      );
    box.append(time(words.startTime, "Start", at));
    return box;
  }

  function sitting() {
    const box = element("details"),
      grid = element("div", "grid");
    box.append(element("summary", "", words.sits), grid);
    for (const letter of seats()) {
      const label = element("label", "", seat(letter)),
        input = element("input");
      input.placeholder = read(at.text, `Seat.${letter}`);
      input.value = read(at.text, `Sit.${letter}`, true);
      input.addEventListener("change", () => at.change(put(at.text, `Sit.${letter}`, input.value.trim(), true)));
      label.append(input);
      grid.append(label);
    }
    box.open = seats().some((letter) => read(at.text, `Sit.${letter}`, true));
    return box;
  }

  // -- hands and wall --

  const countText = (one) =>
    text(one) === UNSEEN
      ? `${seat(one)}: ${words.unseen}`
      : filled(words.hand, { seat: one === WALL ? words.wall : seat(one), n: pieces(one).length, size: size(one) });

  function tabs() {
    const box = group("seat-tabs", words.hands);
    for (const one of [...seats(), ...(roundForm().wall ? [WALL] : [])]) {
      const tab = labelled("chip-button", countText(one), () => {
        target = one;
        draw();
      });
      tab.dataset.key = `tab ${one}`;
      tab.classList.toggle("full", full(one));
      tab.setAttribute("aria-pressed", String(one === target));
      box.append(tab);
    }
    return box;
  }

  function held() {
    const row = group("dealt", countText(target));
    pieces(target).forEach((one, index) => {
      const out = button("held", filled(words.take, { tile: name(one) }), () => {
        const list = pieces(target);
        if (list[index] === one) setPieces(list.toSpliced(index, 1));
      });
      out.append(face(one));
      row.append(out);
    });
    return row;
  }

  /** Tiles: each click puts one more into the hand as it then is, which may be newer than what is drawn. */
  function picker() {
    const all = used(),
      box = group("picker", words.pieces),
      fits = (piece, among) => left(piece, among) > 0 && pieces(target).length < size(target);
    let row = null;
    Object.keys(roundForm().pieces).forEach((piece, index, names) => {
      if (piece[1] !== names[index - 1]?.[1]) {
        row = element("div", "suit");
        box.append(row);
      }
      const one = button("pick-tile", filled(words.left, { tile: name(piece), n: left(piece, all) }), () => {
        if (fits(piece)) setPieces([...pieces(target), piece]);
      });
      Object.assign(one.dataset, { tile: piece, key: piece });
      one.disabled = !fits(piece, all);
      one.append(face(piece));
      row.append(one);
    });
    return box;
  }

  /** Cards: how many of each rank, by number or by a step up and down, counted from the hand as it then is. */
  function counter() {
    const box = group("counter", words.pieces);
    for (const piece of Object.keys(roundForm().pieces)) {
      const number = () => pieces(target).filter((one) => one === piece).length,
        most = () => number() + Math.min(left(piece), size(target) - pieces(target).length),
        line = element("div", "count"),
        input = element("input");
      const put = (count) =>
        writePieces(
          Object.keys(roundForm().pieces).flatMap((one) =>
            Array(
              one === piece
                ? Math.max(0, Math.min(most(), Math.trunc(count) || 0))
                : pieces(target).filter((other) => other === one).length,
            ).fill(one),
          ),
        );
      Object.assign(input, {
        type: "number",
        inputMode: "numeric",
        min: 0,
        max: most(),
        value: number() || "",
        placeholder: "0",
      });
      Object.assign(input.dataset, { tile: piece, key: piece });
      input.setAttribute("aria-label", filled(words.left, { tile: name(piece), n: left(piece) }));
      input.addEventListener("focus", () => input.select());
      input.addEventListener("change", () => {
        put(Number(input.value));
        setTimeout(at.afterPress, 0, draw); // when the focus has gone on
      });
      const step = (sign, by, key) => {
        const one = labelled("step", sign, () => {
          put(number() + by);
          at.afterPress(draw);
        });
        one.setAttribute("aria-label", `${name(piece)} ${sign}`);
        Object.assign(one.dataset, { key: `${key} ${piece}` });
        one.disabled = number() + by < 0 || number() + by > most();
        return one;
      };
      line.append(face(piece), step("−", -1, "less"), input, step("+", 1, "more"));
      box.append(line);
    }
    return box;
  }

  /** A button for all remaining pieces, where they just complete the hand. */
  function rest() {
    const all = used(),
      free = Object.keys(roundForm().pieces).flatMap((piece) => Array(Math.max(0, left(piece, all))).fill(piece));
    if (full(target) || free.length !== size(target) - pieces(target).length) return [];
    const made = labelled("chip-button", words.rest, () => setPieces([...pieces(target), ...free]));
    made.dataset.key = "rest";
    return [made];
  }

  function unseen() {
    const is = text(target) === UNSEEN,
      made = labelled("link", target === WALL ? words.noWall : `${seat(target)}: ${words.unseen}`, () =>
        set(tag(target), is || target === WALL ? "" : UNSEEN),
      );
    made.dataset.key = "unseen";
    return made;
  }

  /** Redraw only what has changed, so that a field being filled in stays as it is. */
  function draw() {
    section.hidden = !roundForm() || (at.answer.state !== "deal" && !editing);
    if (section.hidden) {
      drawn = "";
      return;
    }
    if (!target || (target !== WALL && !seats().includes(target)) || (target !== WALL && full(target) && !editing))
      target = seats().find((one) => !full(one)) ?? target ?? seats()[0];
    const now = JSON.stringify([roundForm(), target, editing, at.text.slice(at.text.lastIndexOf("[Round "))]);
    if (now === drawn) return;
    drawn = now;
    const tools = element("p", "tools");
    tools.append(...rest(), unseen(), ...(editing ? [labelled("chip-button", words.done, () => edit(false))] : []));
    redraw(
      section,
      element("h2", "", words.dealing),
      heading(),
      sitting(),
      element("p", "small", words.deal),
      tabs(),
      cards() ? counter() : picker(),
      held(),
      tools,
    );
  }

  /** Open the deal again while the round is being played. */
  function edit(on = !editing) {
    editing = on;
    target = "";
    draw();
  }
  return { draw, edit };
}
