// The rounds of a sheet as they stand: their points, who has confirmed, what waits to be sent, and what can be done with each.
import { labelled, redraw } from "../enter/controls.js";
import { element, filled, written } from "../site/parts.js";
import { itemsOf } from "./draft.js";
import { judged } from "./fields.js";

const WIN = "win",
  FIRST_DEALER = "Dealer";

/** What happened in a round, in a line. */
export function summary(entry, { form, words, names }) {
  if (!entry) return words.struck;
  if (entry.tags?.Kind === "scores") return words.onlyNumbers;
  if (entry.places)
    return filled(words.out, {
      seats: entry.places
        .split(/\s+/)
        .map((seat) => names[seat] ?? seat)
        .join(words.comma),
    });
  const wins = itemsOf(entry.moves ?? [], form).filter(({ what }) => what === WIN);
  if (!wins.length) return words.drawn;
  return wins
    .map(({ seat, value }) => filled(words.wins, { seat: names[seat] ?? seat }) + (value ? ` ${value}` : ""))
    .join(words.comma);
}

/** A table of points, a column for each side; what the rules give stands beside what was written, where that is something else. */
export function pointsRow(scores, { form, names, words }, proposed = {}) {
  const row = element("dl", "sheet-points");
  row.dataset.sides = form.sides.length;
  for (const { side, text } of form.sides) {
    const cell = element("div");
    cell.append(element("dt", "", names[side] ?? text), element("dd", "", written(scores?.[side] ?? 0)));
    if (side in proposed && proposed[side] !== (scores?.[side] ?? 0))
      cell.append(element("dd", "sheet-proposed", `${words.proposed} ${written(proposed[side])}`));
    row.append(cell);
  }
  return row;
}

/** Who sits where: the word for each seat, with the name of who is known to sit there. */
export const namesOf = (form, known) =>
  Object.fromEntries(form.seats.map(({ seat, text }) => [seat, known[seat] ? `${text} ${known[seat]}` : text]));

/** Who begins the round after the `last` one, as far as it is known: the seats are named from the first dealer on. */
export function firstOf(last, form, refereed) {
  if (!last) return form.first === FIRST_DEALER ? form.seats[0].seat : "";
  return refereed?.rounds?.[last.number]?.next ?? "";
}

/** The sums of the points of these rounds, of those that are struck out none. */
function totalsOf(rows) {
  const totals = {};
  for (const { entry } of rows)
    for (const [side, points] of Object.entries(entry?.scores ?? {})) totals[side] = (totals[side] ?? 0) + points;
  return totals;
}

/** Draw the totals of these rounds, and each round. */
export function drawRounds(totals, list, rows, at) {
  totals.replaceChildren(element("h2", "", at.words.totals), pointsRow(totalsOf(rows), at));
  // A sentence that is being written is not taken away by what others enter.
  const said = document.querySelector(".sheet-say");
  if (said?.contains(document.activeElement)) return;
  const cards = rows.map((row) => roundCard(row, at));
  redraw(list, ...(cards.length ? cards : [element("li", "small", at.words.noRounds)]));
}

/** A round: `row` is as the server has it, with `waits` where a change of it waits to be sent. */
export function roundCard(row, at) {
  const { words, form, actions, me, open, refereed } = at,
    box = element("li", `sheet-round${row.closed ? " closed" : ""}`);
  box.id = `round-${row.number}`;
  const head = element("p", "sheet-head");
  head.append(element("b", "", filled(words.round, { n: row.number })), " ", summary(row.entry, at));
  box.append(head);
  if (!row.entry) {
    if (open && !row.waits) box.append(tools([[words.again, () => actions.change(row)]]));
    return box;
  }
  const told = row.waits ? undefined : refereed?.rounds?.[row.number];
  box.append(
    pointsRow(row.entry.scores, at, told?.scores),
    element("p", "small sheet-state", stateOf(row, words, form, at.names)),
  );
  for (const [seat, text] of Object.entries(row.objected ?? {}))
    box.append(element("p", "banner failed", filled(words.objects, { seat: at.names[seat] ?? seat, text })));
  if (told?.findings.length || told?.unchecked.length) box.append(...judged(told, words));
  if (open && !row.waits) box.append(tools(choices(row, me, words, actions)));
  return box;
}

function stateOf(row, words, form, names) {
  if (!row.confirmed) return ""; // on a sheet that one device keeps nobody confirms
  if (row.waits) return words.waits;
  const by = row.by ? filled(words.by_, { name: row.by }) : "";
  const confirmed = filled(words.confirmedBy, { n: row.confirmed.length, all: form.seats.length });
  const closed = row.reason ? filled(words.closedBy, { reason: row.reason }) : words.closed;
  const who = row.confirmed.map((seat) => names[seat] ?? seat).join(words.comma);
  return [by, row.closed ? closed : confirmed, who].filter(Boolean).join(" · ");
}

function choices(row, me, words, actions) {
  const found = [];
  if (me.seat && !row.confirmed.includes(me.seat)) found.push([words.confirm, () => actions.confirm(row), "confirm"]);
  if (me.seat && !(me.seat in row.objected))
    found.push([words.object, () => actions.say("object", row, words.objection), "object"]);
  if (!row.closed || me.account)
    found.push([words.change, () => actions.change(row), "change"], [words.strike, () => actions.strike(row)]);
  if (me.account && !row.closed) found.push([words.close, () => actions.say("close", row, words.reason), "close"]);
  return found;
}

function tools(choices) {
  const row = element("p", "sheet-tools");
  for (const [text, act, name] of choices) {
    const made = labelled(name === "confirm" ? "" : "link", text, act);
    if (name) made.dataset.do = name;
    made.dataset.key = `${text}`;
    row.append(made);
  }
  return row;
}

/** Two entries of a round side by side, of which one is kept: what stands on the sheet, and what was sent too late. */
export function conflictCard(item, at) {
  const { words, actions } = at,
    box = element("section", "sheet-conflict"),
    both = element("div", "sheet-both");
  for (const [title, entry] of [
    [words.theirs, item.current?.entry],
    [words.yours, item.body.entry],
  ]) {
    const side = element("div");
    side.append(element("h3", "", title), element("p", "", summary(entry, at)), pointsRow(entry?.scores, at));
    both.append(side);
  }
  box.append(
    element("h2", "", filled(words.round, { n: item.body.round })),
    element("p", "", words.conflict),
    both,
    tools([
      [words.keepTheirs, () => actions.drop(item), "theirs"],
      [words.putYours, () => actions.insist(item), "yours"],
      // Who entered a new round may have meant another one than who was before them.
      ...(item.body.version
        ? []
        : [[filled(words.putNext, { n: at.next }), () => actions.insist(item, at.next), "next"]]),
    ]),
  );
  return box;
}

/** What the server did not take, by its name and with its reason: it can be sent again, entered again, or put away. */
export function refusedCard(item, at) {
  const { words, actions } = at,
    { do: done, round, entry } = item.body,
    box = element("section", "sheet-conflict");
  box.append(
    element("h2", "", [round && filled(words.round, { n: round }), words.did[done]].filter(Boolean).join(" · ")),
    element("p", "", item.line ? filled(words.refused, { line: item.line }) : words.fault),
  );
  if (entry) box.append(element("p", "", summary(entry, at)), pointsRow(entry.scores, at));
  const choices = [[words.resend, () => actions.resend(item), "resend"]];
  if (entry) choices.push([words.again, () => actions.again(item), "again"]);
  box.append(tools([...choices, [words.drop, () => actions.drop(item), "drop"]]));
  return box;
}
