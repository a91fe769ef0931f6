// The form in which a round is entered: how it ended, what happened in it, who was ready, and the points, which follow from it.
import { labelled, redraw } from "../enter/controls.js";
import { element, filled, written } from "../site/parts.js";
import { entryOf, figuresOf, isNoted, isPoints, newKong, newWin, points } from "./draft.js";
import { chips, figure, judged, line, many } from "./fields.js";
import { card } from "./items.js";

const PAUSE = 350;

/** The form in a box. `ask` has the referee look at a round, `keep` keeps a draft in this browser, `save` enters it. */
export class RoundForm {
  constructor(box, { form, words, ask, keep, save, cancel, open = new Set() }) {
    Object.assign(this, { box, form, words, ask, keep, save, cancel, open });
    this.laying = {}; // the meld that the next tile begins, by seats
    this.draft = null;
  }

  /** Show a draft, to be changed. */
  show(draft, seatNames) {
    this.draft = draft;
    this.seatNames = seatNames;
    this.answer = null;
    this.changed();
  }

  hide() {
    this.draft = null;
    this.box.replaceChildren();
    this.keep(null);
  }

  /** Who begins a new round, where that is known only now and nobody has said it. */
  propose(first) {
    const { draft } = this;
    if (!draft || draft.version || draft.first || !first) return;
    draft.first = first;
    this.keep(draft);
    this.drawFirst();
    this.askSoon();
  }

  /** Change the draft by a step and draw it anew. */
  change = (step) => {
    step();
    this.changed();
  };

  /** Note a letter that was typed, without drawing anew. */
  noted = (step) => {
    step();
    this.keep(this.draft);
    this.askSoon();
  };

  changed() {
    this.keep(this.draft);
    this.draw();
    this.askSoon();
  }

  askSoon() {
    clearTimeout(this.timer);
    this.asked = {};
    this.updateScores();
    this.timer = setTimeout(() => this.askNow(), PAUSE);
  }

  async askNow() {
    const { draft, asked } = this;
    if (!draft) return;
    const entry = entryOf(draft, this.form);
    if (!draft.touched) delete entry.scores;
    const answer = await this.ask(draft.number, entry);
    // An answer to what the round was before a later change is none.
    if (this.draft !== draft || this.asked !== asked) return;
    this.asked = null;
    this.answer = answer;
    const { scores = {}, certain = {} } = answer?.rounds?.[draft.number] ?? {};
    if (!draft.touched && draft.kind !== "scores") {
      draft.scores = Object.fromEntries(
        Object.entries({ ...certain, ...scores }).map(([side, figure]) => [side, String(figure)]),
      );
      this.keep(draft);
      this.drawScores();
    }
    this.updateScores();
    this.drawAnswer();
  }

  draw() {
    const { draft, form, words } = this;
    const kinds = [...(form.places.length ? ["places"] : form.by.length ? ["win", "drawn"] : []), "scores"];
    this.first = element("div");
    this.scores = element("div", "sheet-scores");
    this.told = element("div", "sheet-told");
    this.told.setAttribute("aria-live", "polite");
    const parts = [
      element("h2", "", filled(draft.version ? words.changeRound : words.newRound, { n: draft.number })),
      chips(
        words.how,
        kinds.map((kind) => [kind, words.kinds[kind]]),
        draft.kind,
        (kind) => kind && this.change(() => this.setKind(kind)),
      ),
    ];
    if (form.first) parts.push(this.first);
    if (draft.kind === "places") parts.push(this.places());
    if (draft.kind !== "scores") parts.push(...form.notes.flatMap((note) => this.note(note)), ...this.items());
    parts.push(this.scores, this.told, this.buttons());
    this.drawFirst();
    redraw(this.box, ...parts);
    this.drawScores();
    this.drawAnswer();
  }

  /** Who begins the round. It is drawn alone: it may become known while somebody types in a field below. */
  drawFirst() {
    const { draft, form } = this;
    if (!form.first) return;
    const seats = form.seats.map(({ seat }) => [seat, this.seatNames[seat]]);
    const pick = (seat) => this.change(() => (draft.first = seat));
    redraw(this.first, chips(form.firstText, seats, draft.first, pick));
  }

  setKind(kind) {
    const { draft } = this;
    draft.kind = kind;
    if (kind === "win" && !draft.items.some(({ what }) => what === "win")) draft.items.unshift(newWin());
  }

  items() {
    const { draft, form, words } = this,
      { seatNames, change, noted, open, laying } = this,
      at = { draft, form, words, seatNames, change, noted, open, laying };
    const cards = draft.items.flatMap((item, index) =>
      draft.kind === "drawn" && item.what === "win" ? [] : [card(at, item, index)],
    );
    const add = element("p", "sheet-add");
    const button = (text, item) =>
      add.append(labelled("chip-button", `+ ${text}`, () => this.change(() => draft.items.push(item))));
    if (draft.kind === "win") button(words.addWin, newWin());
    if (form.kongs.length) button(words.addKong, newKong());
    if (form.calls.length) button(words.addCall, { what: "call", seat: "", verb: "", other: "", text: "" });
    button(words.typed, { what: "typed", text: "" });
    return [...cards, add, ...(form.unready.length ? [this.ready()] : []), ...this.figures()];
  }

  /** Numbers that the game's sheets note: of the round, and of each seat. */
  figures() {
    const { draft, form } = this,
      all = figuresOf(form);
    const field = ({ tag, text, seat, most }) =>
      line(
        seat ? this.seatNames[seat] : text,
        draft.figures[tag],
        (typed) => this.noted(() => (draft.figures[tag] = typed)),
        { inputMode: "numeric", maxLength: String(most).length },
      );
    return form.figures.map(({ tag, text, each }) => {
      if (!each) return field(all.find((one) => one.tag === tag));
      const box = element("details", "sheet-ready"),
        own = all.filter((one) => one.seat && one.tag.startsWith(`${tag}.`));
      box.open = this.open.has(tag) || own.some((one) => draft.figures[one.tag]);
      box.addEventListener("toggle", () => this.open[box.open ? "add" : "delete"](tag));
      box.append(element("summary", "", text), ...own.map(field));
      return box;
    });
  }

  /** Who was ready at the end, of those who did not win, or stayed in; with their hands, where these were shown. */
  ready() {
    const { draft, form, words } = this,
      box = element("details", "sheet-ready");
    const winners =
      draft.kind === "win" ? draft.items.filter(({ what }) => what === "win").map(({ seat }) => seat) : [];
    box.open = draft.kind === "drawn" || this.open.has("ready") || Object.values(draft.ready).some(Boolean);
    box.addEventListener("toggle", () => this.open[box.open ? "add" : "delete"]("ready"));
    box.append(element("summary", "", draft.kind === "drawn" ? words.ready : words.endedAtWall));
    for (const { seat } of form.seats.filter((one) => form.stay || !winners.includes(one.seat))) {
      const said = draft.ready[seat] ?? "",
        kind = said && !form.unready.includes(said) ? "yes" : said;
      const set = (value) => this.change(() => (draft.ready[seat] = value));
      const ways = ["yes", ...form.unready].map((one) => [one, words.readyIs[one]]);
      box.append(chips(this.seatNames[seat], ways, kind, (one) => set(one === "yes" ? "1" : one)));
      if (kind === "yes")
        box.append(
          line(
            `${words.readyWorth} (${this.seatNames[seat]})`,
            said,
            (text) => this.noted(() => (draft.ready[seat] = text)),
            {
              inputMode: "numeric",
              maxLength: 6,
            },
          ),
        );
      if (kind)
        box.append(
          line(
            `${words.shown} (${this.seatNames[seat]})`,
            draft.shown[seat],
            (text) => this.noted(() => (draft.shown[seat] = text)),
            {
              placeholder: "123m55p",
            },
          ),
        );
    }
    return box;
  }

  places() {
    const { draft, form, words } = this,
      box = element("div", "sheet-field"),
      row = element("div", "sheet-chips");
    for (const { seat } of form.seats) {
      const place = draft.places.indexOf(seat);
      const chip = labelled(
        "chip-button",
        place < 0 ? this.seatNames[seat] : `${form.places[place]} · ${this.seatNames[seat]}`,
        () =>
          this.change(
            () => (draft.places = place < 0 ? [...draft.places, seat] : draft.places.filter((one) => one !== seat)),
          ),
      );
      chip.setAttribute("aria-pressed", String(place >= 0));
      chip.dataset.key = `place ${seat}`;
      chip.dataset.seat = seat;
      row.append(chip);
    }
    box.append(element("span", "sheet-legend", words.placesTap), row);
    return box;
  }

  /** A tag that names seats: who did something, or to whom it was done and by whom. */
  note({ tag, text, pairs }) {
    const { draft, form, words } = this,
      noted = draft.notes[tag] ?? [];
    const set = (next) => this.change(() => (draft.notes[tag] = next));
    const seats = form.seats.map(({ seat }) => [seat, this.seatNames[seat]]);
    if (!pairs) {
      const choices = [...seats, ["-", words.nobody]];
      return [
        many(text, choices, noted, (next) => set(next.at(-1) === "-" ? ["-"] : next.filter((one) => one !== "-"))),
      ];
    }
    const victims = noted.map((pair) => pair.at(-1));
    const by = (seat) => noted.find((pair) => pair.at(-1) === seat)?.[0] ?? "?";
    return [
      many(text, seats, victims, (next) => set(next.map((seat) => `${by(seat)}>${seat}`))),
      ...victims.map((victim) =>
        chips(
          filled(words.byWhom, { seat: this.seatNames[victim] }),
          seats.filter(([seat]) => seat !== victim),
          by(victim),
          (seat) => set(noted.map((pair) => (pair.at(-1) === victim ? `${seat || "?"}>${victim}` : pair))),
        ),
      ),
    ];
  }

  drawScores() {
    const { draft, form, words } = this;
    redraw(
      this.scores,
      element("span", "sheet-legend", words.scores),
      ...form.sides.map(({ side, text }) =>
        figure(this.seatNames[side] ?? text, draft.scores[side], words, (typed) =>
          this.noted(() => {
            draft.scores[side] = typed;
            draft.touched = true;
          }),
        ),
      ),
    );
    this.updateScores();
  }

  /** Let nothing be entered without its points, with those that followed from what the round was a moment ago, or unreadable. */
  updateScores() {
    const { draft, form } = this;
    if (!this.enter) return;
    const waits = this.asked && draft && !draft.touched && draft.kind !== "scores";
    this.enter.disabled =
      !draft || waits || this.answer?.unfit || !form.sides.every(({ side }) => isPoints(draft.scores[side]));
  }

  drawAnswer() {
    const { draft, words, answer } = this,
      // Of a round of which nothing is noted yet there is nothing to say.
      round = isNoted(draft) ? answer?.rounds?.[draft.number] : undefined,
      rows = [];
    if (answer === undefined) rows.push(element("p", "small", words.unjudged));
    if (answer?.line) rows.push(element("p", "banner failed", answer.line));
    const computed = round?.scores ?? {};
    const differing = Object.entries(computed).filter(
      ([side, figure]) => isPoints(draft.scores[side]) && points(draft.scores[side]) !== figure,
    );
    if (round && draft.kind !== "scores" && !Object.keys(computed).length)
      rows.push(Object.keys(round.certain).length ? this.certain() : element("p", "small", words.unsettled));
    if (differing.length) rows.push(this.difference(computed));
    const figures = this.form.sides.map(({ side }) => draft.scores[side]);
    const sum = figures.every(isPoints) ? figures.reduce((total, text) => total + points(text), 0) : 0;
    if (sum && !round) rows.push(element("p", "small", filled(words.sum, { sum })));
    if (round?.payments.length) rows.push(this.payments(round));
    if (round) rows.push(...judged(round, words));
    this.told.replaceChildren(...rows);
  }

  difference(computed) {
    const { form, words, draft } = this;
    const told = form.sides
      .filter(({ side }) => side in computed)
      .map(({ side, text }) => `${this.seatNames[side] ?? text} ${written(computed[side])}`);
    const row = element("p", "banner", filled(words.differs, { points: told.join(" · ") }));
    const fill = labelled("link", words.fill, () =>
      this.change(() => {
        draft.touched = false;
      }),
    );
    row.append(" ", fill);
    return row;
  }

  /** What is proposed is not all: in a round that went on after a win, who was ready may have been paid. */
  certain() {
    const row = element("p", "small", this.words.certain);
    const ready = labelled("link", this.words.noteReady, () => {
      this.open.add("ready");
      this.draw();
      this.box.querySelector(".sheet-ready")?.scrollIntoView({ block: "nearest" });
    });
    if (this.form.unready.length) row.append(" ", ready);
    return row;
  }

  payments({ payments }) {
    const list = element("ul", "sheet-payments small");
    for (const { from, to, points, why } of payments)
      list.append(element("li", "", `${from} → ${to} ${written(points)} (${why})`));
    const box = element("details", "");
    box.open = this.open.has("payments");
    box.addEventListener("toggle", () => this.open[box.open ? "add" : "delete"]("payments"));
    box.append(element("summary", "", this.words.payments), list);
    return box;
  }

  buttons() {
    const { words } = this,
      row = element("p", "sheet-buttons");
    this.enter = labelled("", words.save, () => {
      const { draft } = this;
      this.save({ do: "enter", round: draft.number, version: draft.version, entry: entryOf(draft, this.form) });
    });
    this.enter.id = "sheet-save";
    row.append(
      this.enter,
      labelled("link", words.cancel, () => this.cancel()),
    );
    return row;
  }
}
