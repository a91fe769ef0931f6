// The moves: those that may come next, those that break a rule, and those played so far.
import { addMove, upToMove, moves, noteAt } from "./draft.js";
import { element } from "../site/parts.js";
import { chooser } from "./chooser.js";
import { group, labelled, redraw } from "./controls.js";

const MANY = 4;
const ROW = 10;

/** The moves that may come next, drawn into a section. */
export function play(section, at) {
  const { words } = at;
  let other = false;

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

  const suit = (one) => one.token.match(/\d([mpsz])$/)?.[1];
  const sign = (token) => ("+-:".includes(token[1]) ? token[1] : "");

  /** One row for each seat: calls, moves to put together, tiles to draw or discard. */
  function row(letter, offers, templates) {
    const box = group("offer-row", seat(letter)),
      name = element("p", "who", seat(letter));
    box.append(name);
    const spoken = offers.filter((one) => !sign(one.token));
    if (spoken.length + templates.length) {
      const calls = element("div", "offer-buttons");
      calls.append(...spoken.map(offer), ...templates.map(together.opener));
      box.append(calls);
    }
    for (const kind of "+-:") {
      const list = offers.filter((one) => sign(one.token) === kind);
      if (!list.length) continue;
      list.forEach((one, index) => {
        if (!index || (list.length > ROW && suit(one) !== suit(list[index - 1]))) {
          box.append(element("div", "offer-buttons"));
          box.lastChild.append(element("span", "kind", index ? "" : words.kinds[kind]));
        }
        box.lastChild.append(offer(one));
      });
    }
    box.append(...together.forms(templates));
    return box;
  }

  function rows() {
    const usual = at.answer.templates.filter((template) => template.usual),
      letters = new Set(
        [...at.answer.offers.map((one) => one.token), ...usual.map((one) => one.head)].map((text) => text[0]),
      );
    together.settle(at.answer.templates, usual);
    return [...letters].map((letter) =>
      row(
        letter,
        at.answer.offers.filter((one) => one.token[0] === letter),
        usual.filter((one) => one.head[0] === letter),
      ),
    );
  }

  /** The moves that break a rule, each with the clause that it breaks. */
  function others() {
    const templates = at.answer.templates.filter((template) => !template.usual),
      { against } = at.answer;
    if (templates.length + against.length === 0) return [];
    const box = element("details", "else"),
      list = element("ul", "against");
    box.open = other;
    box.addEventListener("toggle", () => {
      other = box.open;
    });
    box.append(element("summary", "", words.other));
    for (const letter of at.answer.seats) {
      const mine = templates.filter((template) => template.head[0] === letter);
      if (!mine.length) continue;
      const line = group("offer-row", seat(letter)),
        buttons = element("div", "offer-buttons");
      buttons.append(element("span", "kind", seat(letter)), ...mine.map(together.opener));
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
    redraw(section, element("h2", "", words.next), ...now, ...others());
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
