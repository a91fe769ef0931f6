// What the seat that moves had to choose from: the discards of a hand, or the sets that would have beaten the table.
import { element, filled } from "../site/parts.js";
import { CARD, cardMarkup } from "../board/faces/cards.js";
import { tile } from "../calculator/tiles.js";

const SHOWN = 5;

function face(texts, name) {
  const drawn = tile(name);
  drawn.setAttribute("aria-label", texts.named(name));
  return drawn;
}

function counted(texts, choice) {
  const cell = element("td", "faces");
  for (const [name, live] of Object.entries(choice.tiles)) {
    const one = element("span", live ? "face-count" : "face-count gone");
    one.append(
      face(texts, name),
      element(
        "small",
        "",
        choice.values[name] === undefined ? `${live}` : `${live} · ${texts.valueText(choice.values[name])}`,
      ),
    );
    cell.append(one);
  }
  return cell;
}

function row(texts, turn, choice) {
  const { words } = texts;
  const line = element("tr", choice.discard === turn.tile ? "chosen" : "");
  const head = element("th");
  head.scope = "row";
  const thrown = element("span", "thrown");
  thrown.append(face(texts, choice.discard));
  if (choice.discard === turn.tile) thrown.append(element("span", "chip", words.chosen));
  head.append(thrown);
  const live = element("td", "number", choice.live);
  live.dataset.of = words.live;
  line.append(head, element("td", "", texts.steps(choice.distance)), counted(texts, choice), live);
  const value = element(
    "td",
    choice.value === null ? "number none" : "number",
    choice.value === null ? "–" : texts.valueText(choice.value),
  );
  if (choice.value !== null && choice.distance) value.textContent = `≤ ${value.textContent}`;
  line.append(value);
  if (choice.danger) line.append(danger(texts, choice.danger));
  return line;
}

/** Who of the others would have won on a discard, and how much. */
function danger({ words, seat, valueText }, wins) {
  const found = Object.entries(wins).map(([letter, value]) =>
      filled(words.dangerOf, { seat: seat(letter), value: valueText(value) }),
    ),
    cell = element("td", found.length ? "danger" : "danger none", found.join(", ") || "–");
  cell.dataset.of = words.danger;
  return cell;
}

function table(texts, turn, choices) {
  const { words } = texts;
  const made = element("table", "choices");
  const head = element("tr");
  const waits = turn.distance === 0 ? words.waits : words.tiles_for;
  for (const [text, kind] of [
    [words.discard],
    [words.leaves],
    [waits],
    [words.live, "number"],
    [words.value, "number"],
    ...(choices[0].danger ? [[words.danger]] : []),
  ]) {
    const cell = element("th", kind ?? "", text);
    cell.scope = "col";
    head.append(cell);
  }
  const heading = element("thead");
  heading.append(head);
  const rows = element("tbody");
  rows.append(...choices.map((choice) => row(texts, turn, choice)));
  made.append(heading, rows);
  return made;
}

/** One line on the choice that was made. */
export function remark(texts, turn) {
  return turn.choices ? remarkOnHand(texts, turn) : remarkOnSet(texts, turn);
}

function remarkOnHand({ words, named, seat, steps }, turn) {
  const gaps = { seat: seat(turn.seat), tile: named(turn.tile) };
  if (turn.made === "hu") return filled(words.won, gaps);
  if (turn.made !== "discard") return filled(words.kong, gaps);
  const best = turn.choices.find((choice) => choice.discard === turn.best);
  const chosen = turn.choices.find((choice) => choice.discard === turn.tile);
  if (!best || !chosen) return "";
  Object.assign(gaps, {
    best: named(best.discard),
    left: steps(chosen.distance),
    steps: steps(best.distance),
    live: chosen.live,
    more: best.live,
  });
  if (chosen.distance !== best.distance) return filled(words.worse, gaps);
  return filled(chosen.live < best.live ? words.fewer : words.best, gaps);
}

function remarkOnSet({ words, seat, setText }, turn) {
  const lead = turn.top === null ? words.leads : words.top;
  return [
    filled(lead, { seat: seat(turn.seat), set: setText(turn.top) }),
    filled(words[turn.made], { set: setText(turn.set) }),
    filled(words.left, { n: turn.left }),
  ].join(" ");
}

function choosing(texts, turn) {
  const { words } = texts,
    parts = [];
  if (turn.wins !== null && turn.made !== "hu")
    parts.push(element("p", "could", filled(words.couldWin, { value: texts.valueText(turn.wins) })));
  if (!turn.choices.length) return parts;
  const first = turn.choices.filter((choice, index) => index < SHOWN || choice.discard === turn.tile);
  parts.push(table(texts, turn, first));
  if (first.length < turn.choices.length) {
    const rest = element("details");
    rest.append(
      element("summary", "", filled(words.all, { n: turn.choices.length })),
      table(texts, turn, turn.choices),
    );
    parts.push(rest);
  }
  if (turn.choices.some((choice) => choice.distance && choice.value !== null))
    parts.push(element("p", "small", words.ahead));
  if (turn.possible) parts.push(...possible(texts, turn));
  return parts;
}

/** What each other seat could be waiting for, by what this one has seen. */
function possible(texts, turn) {
  const list = element("dl", "possible");
  for (const [letter, tiles] of Object.entries(turn.possible)) {
    const faces = element("dd", "faces");
    faces.append(...tiles.map((name) => face(texts, name)), tiles.length ? "" : "–");
    list.append(element("dt", "", texts.seat(letter)), faces);
  }
  return [element("h4", "", filled(texts.words.possible, { seat: texts.seat(turn.seat) })), list];
}

/** A set of cards, drawn and in words; equal cards as one with their number. */
function cards(texts, names) {
  const set = element("span", "set"),
    counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  set.innerHTML = [...counts]
    .map(
      ([name, n]) =>
        `<svg viewBox="-1 -1 ${CARD.width + 3} ${CARD.height + 4}" aria-hidden="true">${cardMarkup(name, n)}</svg>`,
    )
    .join("");
  set.append(element("small", "", texts.setText(names)));
  return set;
}

/** What would have beaten the set on top: the lowest of all sets, and those of the hand. */
function answering(texts, turn) {
  if (turn.beats === null) return [];
  const { words } = texts,
    sets = element("p", "sets"),
    parts = [];
  if (turn.least)
    parts.push(
      element("p", "", turn.least.length ? filled(words.least, { set: texts.setText(turn.least) }) : words.unbeaten),
    );
  sets.append(...turn.beats.map((names) => cards(texts, names)));
  return [...parts, element("p", "", turn.beats.length ? words.beats : words.beaten), sets];
}

/** The section on a turn; nobody had to choose where there is none. */
export function turnSection(texts, turn) {
  const { words } = texts;
  const section = element("section", "turn-now");
  if (!turn) {
    section.append(element("p", "small", words.none));
    return section;
  }
  section.append(element("h3", "", filled(words.turn, { move: turn.move, seat: texts.seat(turn.seat) })));
  section.append(...(turn.choices ? choosing(texts, turn) : answering(texts, turn)));
  return section;
}
