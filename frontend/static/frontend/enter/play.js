// The moves: what may come next to be picked or put together, what else might have happened, and what was played so far.
import { add, cut, moves } from "../draft.js";
import { element } from "../parts.js";
import { said } from "../rack.js";
import { group, labelled, redraw } from "./pieces.js";

const PARTS = "/";
const MANY = 4;
const ROW = 10;

/** What may come next, drawn into a section. */
export function play(section, at) {
  const { words } = at;
  let open = "";
  let picked = [];
  let other = false;

  const seat = (letter) => at.table().seats[letter] ?? letter;
  const id = (blank) => `${blank.head} ${blank.least} ${blank.most}`;
  const counted = (list) => list.filter((one) => one !== PARTS).length;

  function say(token) {
    open = "";
    picked = [];
    at.change(add(at.text, token));
  }

  // -- moves to pick --

  function offer(one) {
    const many = one.faces.length > MANY, faces = many ? [...new Set(one.faces)] : one.faces, bare = !one.call && faces.length;
    const made = labelled(bare ? "pick-tile" : "chip-button", bare ? "" : one.call || one.said, () => say(one.token), faces);
    made.setAttribute("aria-label", one.said);
    if (many) made.append(element("span", "copies", faces.map((piece) => `×${one.faces.filter((other) => other === piece).length}`).join(" ")));
    Object.assign(made.dataset, { token: one.token, key: one.token });
    return made;
  }

  /** A move that is put together, as a button that opens it. */
  function opener(blank) {
    const made = labelled("chip-button blank", blank.call || words.kinds[blank.head[1]] || blank.said, () => { open = open === id(blank) ? "" : id(blank); picked = []; draw(); });
    made.setAttribute("aria-label", blank.said);
    made.setAttribute("aria-expanded", String(open === id(blank)));
    Object.assign(made.dataset, { blank: blank.head, key: id(blank) });
    return made;
  }

  function chooser(blank) {
    const box = element("div", "chooser"), pieces = group("pieces", blank.said), laid = group("dealt", words.chosen), number = counted(picked);
    const ready = number >= blank.least && number <= blank.most;
    box.append(element("p", "small", `${blank.said} ${said(words.choose, { n: number, size: blank.least === blank.most ? blank.most : `${blank.least}–${blank.most}` })}`));
    const button = (className, { face: drawn, said: name }, onClick) => labelled(drawn ? className : "chip-button", drawn ? "" : name, onClick, drawn ? [drawn] : []);
    for (const one of blank.pieces) {
      const left = one.n - picked.filter((piece) => piece === one.piece).length, made = button("pick-tile", one, () => choose(blank, one.piece));
      made.setAttribute("aria-label", blank.most > 1 ? said(words.left, { tile: one.said, n: left }) : one.said);
      if (one.face && one.n > 1) made.append(element("span", "copies", `×${left}`));
      if (one.face && one.face !== one.piece) made.append(element("span", "copies", one.said));
      Object.assign(made.dataset, { piece: one.piece, key: `piece ${one.piece}` });
      made.disabled = left < 1 || (number >= blank.most && one.piece !== PARTS);
      pieces.append(made);
    }
    if (blank.most > 1) {
      picked.forEach((piece, index) => {
        const one = blank.pieces.find((other) => other.piece === piece);
        const made = button("held", one, () => { picked = picked.filter((_, place) => place !== index); draw(); });
        made.setAttribute("aria-label", said(words.take, { tile: one.said }));
        laid.append(made);
      });
      const done = labelled("done", words.put, () => say(blank.head + picked.join("")));
      done.dataset.key = "done";
      done.disabled = !ready;
      const tools = element("p", "tools");
      tools.append(done, labelled("link", words.clear, () => { picked = []; draw(); }));
      box.append(pieces, laid, tools);
    } else box.append(pieces);
    return box;
  }

  function choose(blank, piece) {
    if (blank.most === 1) return say(blank.head + piece);
    picked = [...picked, piece];
    draw();
    if (counted(picked) === blank.most && blank.least === blank.most) section.querySelector("[data-key=done]")?.focus({ preventScroll: true });
  }

  // -- by seats --

  const suit = (one) => one.token.at(-1);
  const sign = (token) => ("+-:".includes(token[1]) ? token[1] : "");

  /** One row for each seat: what it may say, what it may put together, the tiles it may draw or discard. */
  function row(letter, offers, blanks) {
    const box = group("offer-row", seat(letter)), name = element("p", "who", seat(letter));
    box.append(name);
    const spoken = offers.filter((one) => !sign(one.token));
    if (spoken.length + blanks.length) {
      const calls = element("div", "offer-buttons");
      calls.append(...spoken.map(offer), ...blanks.map(opener));
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
    for (const blank of blanks) if (open === id(blank)) box.append(chooser(blank));
    return box;
  }

  function rows() {
    const usual = at.told.blanks.filter((blank) => blank.usual), letters = new Set([...at.told.offers.map((one) => one.token), ...usual.map((one) => one.head)].map((text) => text[0]));
    if (!at.told.blanks.some((blank) => open === id(blank))) {
      const first = usual.find((blank) => blank.head.includes(">")) ?? usual.find((blank) => blank.head[1] === ":") ?? usual[0];
      open = first ? id(first) : "";
      picked = [];
    }
    return [...letters].map((letter) => row(letter, at.told.offers.filter((one) => one.token[0] === letter), usual.filter((one) => one.head[0] === letter)));
  }

  /** What should not have been played and was: every such move with the clause that it breaks. */
  function others() {
    const blanks = at.told.blanks.filter((blank) => !blank.usual), { against } = at.told;
    if (blanks.length + against.length === 0) return [];
    const box = element("details", "else"), list = element("ul", "against");
    box.open = other;
    box.addEventListener("toggle", () => { other = box.open; });
    box.append(element("summary", "", words.other));
    for (const letter of at.told.seats) {
      const mine = blanks.filter((blank) => blank.head[0] === letter);
      if (!mine.length) continue;
      const line = group("offer-row", seat(letter)), buttons = element("div", "offer-buttons");
      buttons.append(element("span", "kind", seat(letter)), ...mine.map(opener));
      line.append(buttons, ...mine.filter((blank) => open === id(blank)).map(chooser));
      box.append(line);
    }
    for (const one of against) {
      const item = element("li"), clause = element(one.link ? "a" : "span", "id", one.clause), made = labelled("chip-button wrong", one.said, () => say(one.token));
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
    section.hidden = !at.told.offers || at.told.state === "deal" || !at.told.round;
    if (section.hidden || !at.told.blanks) return redraw(section);
    const now = rows();
    if (!now.length && at.told.state === "open") now.push(element("p", "small", words.nothing));
    redraw(section, element("h2", "", words.next), ...now, ...others());
  }
  return { draw };
}

/** The moves of the round in words, what is wrong with one beside it, each to be gone back to. */
export function played(list, at) {
  const { words } = at;
  return function draw() {
    const said = at.told.list ?? [], wrong = (at.told.findings ?? []).filter((finding) => finding.round === at.told.round && finding.move);
    list.parentElement.hidden = !said.length;
    list.replaceChildren(...said.map((text, index) => {
      const item = element("li", "", text), found = wrong.filter((finding) => finding.move === index + 1);
      item.dataset.move = index + 1;
      for (const finding of found) {
        item.className = "broken";
        const line = element("p", "small", `${finding.said} `), clause = element(finding.link ? "a" : "span", "id", finding.clause);
        if (finding.link) Object.assign(clause, { href: finding.link, target: "_blank" });
        line.append(clause);
        item.append(line);
      }
      if (index + 1 < said.length && moves(at.text).length === said.length) {
        const back = labelled("link back", words.back, () => at.change(cut(at.text, index + 1)));
        back.setAttribute("aria-label", `${words.back}: ${text}`);
        item.append(" ", back);
      }
      return item;
    }));
    list.scrollTop = list.scrollHeight;
  };
}
