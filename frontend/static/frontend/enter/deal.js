// The deal of a round: who begins, dice and break, who sits where, the hands, the wall where it is known.
import { piecesOf, put, read, piecesText } from "./draft.js";
import { element, filled } from "../site/parts.js";
import { button } from "../calculator/tiles.js";
import { choice, face, grid, group, isCard, labelled, redraw, time } from "./controls.js";
import { counts } from "./counts.js";
import { piecesAt } from "./typed.js";

const WALL = "Wall";
const UNSEEN = "?";

/** The deal of the last round, drawn into a section. */
export function deal(section, at) {
  const { words } = at;
  let target = "";
  let drawn = "";
  let editing = false;
  let pending = [];

  const roundForm = () => at.answer.round_form;
  const cards = () => isCard(kinds()[0]);
  const name = (piece) => at.table().names[piece] ?? piece;
  const seat = (letter) => at.table().seats[letter] ?? letter;
  const tag = (one) => (one === WALL ? WALL : `Hand.${one}`);
  const text = (one) => read(at.text, tag(one), true);
  const kinds = () => roundForm().kinds;
  const dealt = (one) => piecesOf(text(one), cards());
  const pieces = (one) => (one === target ? [...dealt(one), ...pending] : dealt(one));
  const size = (one) =>
    one === WALL
      ? roundForm().wall
      : roundForm().size + (one === read(at.text, roundForm().first, true) ? roundForm().more : 0);
  const seats = () => [...at.answer.seats];
  const full = (one) => text(one) === UNSEEN || dealt(one).length === size(one);
  const used = () => [...seats(), ...(roundForm().wall ? [WALL] : [])].flatMap(pieces);
  const left = (piece, all = used()) => roundForm().pieces[piece] - all.filter((one) => one === piece).length;

  const write = (tagName, value) => at.change(put(at.text, tagName, value, true));
  function writePieces(list) {
    pending = [];
    at.written();
    write(tag(target), target === WALL ? list.join("") : piecesText(list));
  }

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
    const { first, dice, breaks, draws, choices } = roundForm(),
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
    for (const { tag: own, text: label, values } of choices)
      box.append(
        choice(label, [any, ...values.map((one) => [one.value, one.text])], tagged(own), (value) => set(own, value)),
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
        pending = [];
        at.written();
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
      fits = (piece, among) => left(piece, among) > 0 && pieces(target).length < size(target);
    return grid(words.pieces, kinds(), (piece) => {
      const one = button("pick-tile", filled(words.left, { tile: name(piece), n: left(piece, all) }), () => {
        if (fits(piece)) setPieces([...pieces(target), piece]);
      });
      Object.assign(one.dataset, { tile: piece, key: piece });
      one.disabled = !fits(piece, all);
      one.append(face(piece));
      return one;
    });
  }

  const counted = (piece) => pieces(target).filter((one) => one === piece).length;
  const most = (piece) => counted(piece) + Math.min(left(piece), size(target) - pieces(target).length);

  /** What the rows of counts need to know of a rank. */
  const rank = (piece) => ({
    piece,
    name: name(piece),
    left: left(piece),
    most: () => most(piece),
    number: () => counted(piece),
    put: (count) => putCount(piece, count),
  });

  /** So many cards of a rank, counted from the hand as it then is. */
  function putCount(piece, count) {
    const fit = Math.max(0, Math.min(most(piece), Math.trunc(count) || 0));
    writePieces(kinds().flatMap((one) => Array(one === piece ? fit : counted(one)).fill(one)));
  }

  /** All remaining pieces, where they just complete the hand. */
  function remaining() {
    const all = used(),
      free = kinds().flatMap((piece) => Array(Math.max(0, left(piece, all))).fill(piece));
    return full(target) || free.length !== size(target) - pieces(target).length ? [] : free;
  }

  /** A button for them. */
  function rest() {
    const free = remaining();
    if (!free.length) return [];
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

  /** One tap for all hands of which no tile is dealt: nobody saw them. */
  function nobodySaw() {
    const empty = seats().filter((one) => !text(one) && !pieces(one).length);
    if (empty.length < 2) return [];
    const made = labelled("chip-button", empty.length < seats().length ? words.noOther : words.noHand, () => {
      pending = [];
      at.written();
      at.change(empty.reduce((draft, one) => put(draft, tag(one), UNSEEN, true), at.text));
      at.afterPress(draw);
    });
    made.dataset.key = "nobody";
    return [made];
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
    const now = JSON.stringify([roundForm(), target, editing, pending, at.text.slice(at.text.lastIndexOf("[Round "))]);
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
      ...nobodySaw(),
      tabs(),
      cards() ? counts(words, kinds().map(rank), at.afterPress, draw) : picker(),
      held(),
      tools,
    );
  }

  // -- typing --

  /** What is wrong with typed pieces that come on top of those dealt: which there are not, too many of one, too many in all. */
  function wrongWith(typed, rest) {
    if (rest) return filled(words.noPiece, { word: rest });
    const over = typed.find((piece) => left(piece) < 0);
    if (over) return filled(words.noMore, { tile: name(over) });
    const many = pieces(target).length - size(target);
    return many > 0 ? filled(words.tooMany, { n: many }) : "";
  }

  /** Show what is typed in the hand; returns what to say of it, and whether that is a mistake. */
  function preview(written) {
    const { pieces: typed, rest } = piecesAt(written, kinds());
    pending = typed;
    const wrong = wrongWith(typed, /^\d+$|^\S[x×*]?$/.test(rest) || [UNSEEN, "*"].includes(rest) ? "" : rest);
    draw();
    return wrong ? [wrong, true] : [countText(target), false];
  }

  /** Put what is typed into the hand; returns what is wrong with it. `?` says that nobody saw it, `*` that it has all that is left. */
  function take(written) {
    if (written.trim() === "*" && remaining().length) {
      setPieces([...pieces(target), ...remaining()]);
      return "";
    }
    if (written.trim() === UNSEEN && target !== WALL) {
      pending = [];
      set(tag(target), UNSEEN);
      return "";
    }
    const { pieces: typed, rest } = piecesAt(`${written} `, kinds());
    pending = typed;
    const wrong = wrongWith(typed, rest);
    if (!wrong && typed.length) setPieces(pieces(target));
    return wrong;
  }

  /** How a hand is typed, by the first pieces of the game. */
  function example() {
    const [one, two, three] = kinds();
    return cards() ? `${one}x4 ${two}x2` : `${one[0]}${two[0]}${three[0]}${one[1]}`;
  }

  /** Open the deal again while the round is being played. */
  function edit(on = !editing) {
    editing = on;
    target = "";
    pending = [];
    draw();
  }
  return {
    done: () => Boolean(roundForm()) && seats().every(full),
    draw,
    edit,
    example,
    open: () => !section.hidden,
    preview,
    take,
  };
}
