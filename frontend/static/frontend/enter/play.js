// The moves: those that may come next, those that break a rule, and those played so far.
import { addMove, upToMove, moves, noteAt } from "./draft.js";
import { element } from "../site/parts.js";
import { chooser } from "./chooser.js";
import { grid, group, labelled, redraw } from "./controls.js";

const MANY = 4,
  CROWD = 6;

/** What is offered: with the move that goes without saying before each, or, where draws are known, without. */
export const offered = (at) => (at.answer.implied && !at.aside.draws ? at.answer.implied : at.answer);

/** The moves that may come next, drawn into a section. */
export function play(section, at) {
  const { words } = at;
  let other = false;
  const unfolded = new Set();

  const seat = (letter) => at.table().seats[letter] ?? letter;
  const together = chooser(section, at, say, draw);

  function say(token) {
    together.close();
    at.follow(addMove(at.text, token));
  }

  // -- moves to pick --

  function offer(one) {
    const many = one.faces.length > MANY,
      faces = many ? [...new Set(one.faces)] : one.faces,
      bare = !one.call && faces.length;
    const made = labelled(
      bare ? "pick-tile" : "chip-button",
      bare ? "" : one.call || one.text,
      () => say(one.token),
      faces,
    );
    made.setAttribute("aria-label", one.text);
    if (many)
      made.append(
        element(
          "span",
          "copies",
          faces.map((piece) => `×${one.faces.filter((other) => other === piece).length}`).join(" "),
        ),
      );
    Object.assign(made.dataset, { token: one.token, key: one.token });
    return made;
  }

  // -- by seats --

  const sign = ({ token }) => {
    const made = token[token.lastIndexOf(" ") + 2];
    return "+-:".includes(made) ? made : "";
  };
  const kinds = () => at.answer.round_form?.kinds ?? [];
  const single = (one) => !one.call && one.faces.length === 1 && one.faces[0].length > 1;

  /** A kind that cannot be had now, in its place. */
  function absent(kind) {
    const made = labelled("pick-tile", "", () => {}, [kind]);
    made.setAttribute("aria-label", at.table().names[kind] ?? kind);
    made.disabled = true;
    return made;
  }

  /** Draws, discards or sets of one seat: every kind of tile in its place; what is no single tile stands with the calls. */
  function pieces(box, kind, list) {
    const tiles = new Map(list.filter(single).map((one) => [one.faces[0], one]));
    if (![...tiles.keys()].some((name) => kinds().includes(name))) {
      const line = element("div", "offer-buttons");
      line.append(element("span", "kind", words.kinds[kind]), ...list.map(offer));
      box.append(line);
      return [];
    }
    box.querySelector(".who").append(" ", element("span", "kind", words.kinds[kind]));
    box.append(grid(words.kinds[kind], kinds(), (name) => (tiles.has(name) ? offer(tiles.get(name)) : absent(name))));
    return list.filter((one) => !single(one) || !kinds().includes(one.faces[0]));
  }

  /** Calls that differ in their tile alone, as the kongs of a hand that nobody saw: one word that unfolds to the tiles. */
  function crowd(letter, list) {
    const [{ call }] = list,
      key = `${letter} ${call}`,
      box = element("details", "crowd"),
      title = element("summary", "chip-button", call),
      byTile = new Map(list.map((one) => [one.faces[0], one]));
    box.open = unfolded.has(key);
    box.addEventListener("toggle", () => unfolded[box.open ? "add" : "delete"](key));
    title.dataset.key = key;
    const tile = (name) => (byTile.has(name) ? offer({ ...byTile.get(name), call: "", faces: [name] }) : absent(name));
    const apart = byTile.size === list.length && [...byTile.keys()].every((name) => kinds().includes(name));
    const all = element("div", "offer-buttons");
    if (!apart) all.append(...list.map(offer));
    box.append(title, apart ? grid(call, kinds(), tile) : all);
    return box;
  }

  /** Buttons for calls; of many with the same word, one that unfolds to them. */
  function spoken(letter, list) {
    const alike = ({ call }) => list.filter((one) => one.call === call && one.faces.length);
    const isOfMany = (one) => one.call && one.faces.length && alike(one).length > CROWD;
    const words = new Set(list.filter(isOfMany).map(({ call }) => call));
    const crowds = [...words].map((call) => crowd(letter, alike({ call })));
    return [...list.filter((one) => !isOfMany(one)).map(offer), ...crowds];
  }

  /** One row for each seat: tiles to draw or discard, calls, moves to put together. */
  function row(letter, offers, templates, runs) {
    const box = group("offer-row", seat(letter)),
      calls = element("div", "offer-buttons"),
      said = offers.filter((one) => !sign(one));
    box.append(element("p", "who", seat(letter)));
    for (const kind of "+-:") {
      const list = offers.filter((one) => sign(one) === kind);
      if (list.length) said.push(...pieces(box, kind, list));
    }
    calls.append(...spoken(letter, said), ...runs.map(offer), ...templates.map(together.opener));
    if (calls.childElementCount) box.append(calls);
    box.append(...together.forms(templates));
    return box;
  }

  /** Whether each draw is written by itself. */
  function drawsKnown() {
    if (!at.answer.round_form?.wall) return [];
    const label = element("label", "switch"),
      input = element("input");
    Object.assign(input, { type: "checkbox", checked: Boolean(at.aside.draws) });
    input.dataset.key = "draws";
    input.addEventListener("change", () => {
      at.aside.draws = input.checked;
      at.keep();
      draw();
    });
    label.append(input, words.draws);
    return [label];
  }

  function rows() {
    const view = offered(at),
      daily = view.offers.filter((one) => !one.rare),
      usual = view.templates.filter((template) => template.usual),
      letters = new Set([...daily.map((one) => one.token), ...usual.map((one) => one.head)].map((text) => text[0]));
    together.settle(
      view.templates,
      usual.filter((template) => !template.folded),
    );
    return [...letters].map((letter) =>
      row(
        letter,
        daily.filter((one) => one.token[0] === letter),
        usual.filter((one) => one.head[0] === letter),
        at.answer.runs.filter((one) => one.seat === letter),
      ),
    );
  }

  /** The moves that break a rule, each with the clause that it breaks. */
  function others() {
    const view = offered(at),
      templates = view.templates.filter((template) => !template.usual),
      rare = view.offers.filter((one) => one.rare),
      { against } = view;
    if (templates.length + against.length + rare.length === 0) return [];
    const box = element("details", "else"),
      list = element("ul", "against");
    box.open = other;
    box.addEventListener("toggle", () => {
      other = box.open;
    });
    box.append(element("summary", "", words.other));
    for (const letter of at.answer.seats) {
      const mine = templates.filter((template) => template.head[0] === letter),
        own = rare.filter((one) => one.seat === letter);
      if (mine.length + own.length === 0) continue;
      const line = group("offer-row", seat(letter)),
        buttons = element("div", "offer-buttons");
      buttons.append(element("span", "kind", seat(letter)), ...own.map(offer), ...mine.map(together.opener));
      line.append(buttons, ...together.forms(mine));
      box.append(line);
    }
    for (const one of against) {
      const item = element("li"),
        clause = element(one.link ? "a" : "span", "id", one.clause),
        made = labelled("chip-button wrong", one.text, () => say(one.token));
      Object.assign(made.dataset, { token: one.token, key: one.token });
      if (one.link) Object.assign(clause, { href: one.link, target: "_blank" });
      clause.title = one.law;
      item.append(made, element("span", "small", ` ${one.why} `), clause);
      list.append(item);
    }
    if (against.length) box.append(element("p", "small", words.against), list);
    return [box];
  }

  function draw() {
    section.hidden = !at.answer.offers || at.answer.state === "deal" || !at.answer.round;
    if (section.hidden || !at.answer.templates) return redraw(section);
    const now = rows();
    if (!now.length && at.answer.state === "open") now.push(element("p", "small", words.nothing));
    const over = at.answer.state === "unchecked" ? [labelled("quiet", words.nextRound, () => at.nextRound())] : [];
    redraw(section, element("h2", "", words.next), ...now, ...(now.length ? drawsKnown() : []), ...others(), ...over);
  }
  return { draw };
}

/** The moves of the round as sentences, each with its note, its findings and a button to go back to it. */
export function played(list, at, noting) {
  const { words } = at;
  const on = (item, text, name, onClick) => {
    const made = labelled("link at-move", name, onClick);
    made.setAttribute("aria-label", `${name}: ${text}`);
    item.append(" ", made);
  };
  return function draw() {
    const sentences = at.answer.list ?? [],
      wrong = (at.answer.findings ?? []).filter((finding) => finding.round === at.answer.round && finding.move);
    const whole = moves(at.text).length === sentences.length;
    list.parentElement.hidden = !sentences.length;
    list.replaceChildren(
      ...sentences.map((text, index) => {
        const item = element("li", "", text),
          found = wrong.filter((finding) => finding.move === index + 1);
        item.dataset.move = index + 1;
        for (const finding of found) {
          item.className = "broken";
          const line = element("p", "small", `${finding.text} `),
            clause = element(finding.link ? "a" : "span", "id", finding.clause);
          if (finding.link) Object.assign(clause, { href: finding.link, target: "_blank" });
          line.append(clause);
          item.append(line);
        }
        if (index >= (at.answer.checked ?? Infinity)) {
          item.className = "unchecked";
          item.append(" ", element("span", "small", words.notChecked));
        }
        if (whole) {
          on(item, text, words.note, () => noting.open(index + 1));
          if (index + 1 < sentences.length) on(item, text, words.back, () => at.change(upToMove(at.text, index + 1)));
          const remark = noteAt(at.text, index + 1);
          if (remark) item.append(element("p", "remark", remark));
        }
        return item;
      }),
    );
    list.scrollTop = list.scrollHeight;
  };
}
