// The end of a round: scores, places and values of wins, as the rules give them and as the table claims them.
import { replaceMove, moves, put, read } from "./draft.js";
import { element, filled } from "../site/parts.js";
import { choice, labelled, redraw, time } from "./controls.js";

const signed = (points) => (points > 0 ? `+${points}` : String(points));
const shown = (points) => signed(points).replace("-", "−");
const figures = (scores) =>
  Object.entries(scores)
    .map(([side, points]) => `${side}${signed(points)}`)
    .join(" ");
const claims = (text) =>
  Object.fromEntries([...text.matchAll(/([A-Z]+)\s*([+-]?\d+)/g)].map(([, side, points]) => [side, Number(points)]));

/** What is claimed at the end of a round, drawn into a section. */
export function end(section, at) {
  const { words } = at;
  const entered = () => (at.aside.entered ??= {});

  /** One figure for each side, as the rules give it and as it was claimed; written when every side has one. */
  function scores(title, tag, ofRound, computed) {
    const table = element("table", "claims"),
      written = claims(read(at.text, tag, ofRound)),
      key = `${ofRound ? at.answer.round : "match"} ${tag}`;
    table.append(element("caption", "", title));
    const head = element("tr");
    head.append(element("th"), element("th", "number", words.computed), element("th", "number", words.claimed));
    table.append(head);
    const now = (entered()[key] ??= {});
    for (const { side, text: name } of at.answer.round_form.sides) {
      const line = element("tr"),
        cell = element("td"),
        input = element("input"),
        points = computed?.[side];
      Object.assign(input, { type: "number", step: 1, value: written[side] ?? now[side] ?? "" });
      Object.assign(input.dataset, { key: `${tag} ${side}`, side });
      input.setAttribute("aria-label", `${title}: ${name}, ${words.claimed}`);
      input.addEventListener("change", () => {
        const all = {
          ...now,
          ...claims(read(at.text, tag, ofRound)),
          [side]: input.value === "" ? undefined : Math.trunc(Number(input.value)),
        };
        Object.assign(now, all);
        at.keep();
        const whole = at.answer.round_form.sides.every((one) => Number.isFinite(all[one.side]));
        at.change(
          put(
            at.text,
            tag,
            whole
              ? figures(Object.fromEntries(at.answer.round_form.sides.map((one) => [one.side, all[one.side]])))
              : "",
            ofRound,
          ),
        );
      });
      cell.append(input);
      const name_ = element("th", "", name);
      name_.scope = "row";
      line.append(name_, element("td", "number", points === undefined ? "–" : shown(points)), cell);
      if (side in written && points !== undefined && written[side] !== points) line.className = "differs";
      table.append(line);
    }
    return table;
  }

  /** The value that the table claims for a win. */
  function value(win) {
    const token = moves(at.text)[win.move - 1]?.token ?? "",
      [bare, called = ""] = token.split(":"),
      line = element("label", "called"),
      input = element("input");
    Object.assign(input, { type: "number", min: 0, value: called });
    Object.assign(input.dataset, { key: `value ${win.move}`, win: win.move });
    input.addEventListener("change", () =>
      at.change(replaceMove(at.text, win.move, input.value ? `${bare}:${Number(input.value)}` : bare)),
    );
    line.append(filled(words.value, { seat: win.seat_text, value: win.value_text || "–" }), input);
    return line;
  }

  function places() {
    const written = read(at.text, "Places", true).split(/\s+/).filter(Boolean),
      box = element("div", "grid"),
      seats = [...at.answer.seats];
    const now = (entered()[`${at.answer.round} places`] ??= []);
    box.append(
      ...at.answer.places.map((_, index) =>
        choice(
          at.table().places[index],
          [["", words.notRecorded], ...seats.map((letter) => [letter, at.table().seats[letter] ?? letter])],
          written[index] ?? now[index] ?? "",
          (letter) => {
            written.forEach((one, place) => {
              now[place] = one;
            });
            now[index] = letter;
            at.keep();
            at.change(put(at.text, "Places", seats.every((_, place) => now[place]) ? now.join(" ") : "", true));
          },
        ),
      ),
    );
    return box;
  }

  const computed = (rows) =>
    rows.length && rows.every((row) => row.computed !== null)
      ? Object.fromEntries(rows.map((row) => [row.side, row.computed]))
      : null;

  /** Claim what the rules give: scores, places and the value of every win. */
  function fill() {
    const { wins, places: order } = at.answer,
      points = computed(at.answer.scores);
    let { text } = at;
    for (const win of wins)
      if (win.value !== null)
        text = replaceMove(text, win.move, `${moves(text)[win.move - 1].token.split(":")[0]}:${win.value}`);
    if (points) text = put(text, "Scores", figures(points), true);
    if (order.length) text = put(text, "Places", order.join(" "), true);
    at.change(text);
  }

  function draw() {
    section.hidden = at.answer.state !== "over" || !at.answer.round_form;
    if (section.hidden) return section.replaceChildren();
    const { wins, places: order } = at.answer,
      tools = element("p", "tools"),
      match = element("details"),
      points = computed(at.answer.scores);
    const fillButton = labelled("", words.fill, fill),
      next = labelled("quiet", words.nextRound, () => at.nextRound());
    fillButton.id = "scores";
    next.id = "round";
    Object.assign(fillButton.dataset, { key: "fill" });
    tools.append(fillButton, next);
    match.append(
      element("summary", "", words.totals),
      scores(words.totals, "Totals", false, at.answer.totals.computed),
    );
    if (at.answer.totals.computed)
      match.append(
        labelled("chip-button", words.fill, () =>
          at.change(put(at.text, "Totals", figures(at.answer.totals.computed))),
        ),
      );
    match.open = Boolean(read(at.text, "Totals"));
    redraw(
      section,
      element("h2", "", words.end),
      scores(words.scores, "Scores", true, points),
      ...wins.map(value),
      ...(order.length ? [places()] : []),
      time(words.endTime, "End", at),
      tools,
      match,
    );
  }
  return { draw };
}
