// What the seat that moves had to choose from: the discards of a hand, or the sets that would have beaten the table.
import { element, filled } from "../site/parts.js";
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
  const value = element("td", "number", choice.value === null ? "–" : texts.valueText(choice.value));
  if (choice.value !== null && choice.distance) value.textContent = `≤ ${value.textContent}`;
  line.append(value);
  return line;
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
function remark({ words, named, seat, steps }, turn) {
  const gaps = { seat: seat(turn.seat), tile: named(turn.tile) };
  if (turn.made === "hu") return filled(words.won, gaps);
  if (turn.made !== "discard") return filled(words.kong, gaps);
  const [best] = turn.choices;
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

function choosing(texts, turn) {
  const { words } = texts;
  const parts = [element("p", "remark", remark(texts, turn))];
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
  return parts;
}

function answering({ words, seat, setText }, turn) {
  const lead = turn.top === null ? words.leads : words.top;
  const parts = [
    element(
      "p",
      "remark",
      `${filled(lead, { seat: seat(turn.seat), set: setText(turn.top) })} ${filled(words[turn.made], { set: setText(turn.set) })} ${filled(words.left, { n: turn.left })}`,
    ),
  ];
  if (turn.beats === null) return parts;
  parts.push(element("p", "", turn.beats.length ? words.beats : words.beaten));
  const sets = element("p", "sets");
  sets.append(...turn.beats.map((cards) => element("span", "set", setText(cards))));
  parts.push(sets);
  return parts;
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
