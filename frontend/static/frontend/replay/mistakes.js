// The mistakes of a round, each with the way to its move and what it cost, and what each player's choices came to.
import { remark } from "./review-turn.js";
import { element, filled } from "../site/parts.js";

/** What was let go, in one sentence. */
export function sentence({ words, named, seat, steps, valueText }, miss) {
  const gaps = { seat: seat(miss.seat), tile: miss.tile ? named(miss.tile) : "" };
  if (miss.what === "kong")
    return filled(words[miss.verb] ?? words.ownKong, {
      ...gaps,
      paid: miss.points ? filled(words.paid, miss) : words.unpaid,
    });
  if (miss.what === "claim") return filled(words[miss.verb], { ...gaps, from: steps(miss.from), to: steps(miss.to) });
  gaps.value = valueText(miss.value);
  if (miss.by === "draw") return filled(miss.tile ? words.draw : words.drawNothing, gaps);
  return filled(miss.by === "rob" ? words.rob : words.discardWin, gaps);
}

/** What a mistake cost, the dearest first; nothing where nobody can say. */
function cost({ words, valueText }, { points, steps, live }) {
  if (points) return `−${valueText(points)}`;
  if (steps) return filled(words.costTiles, { n: steps });
  return live ? filled(words.costLive, { n: live }) : "";
}

/** The list of the mistakes that are as grave as the threshold; at the lowest also the chances that cost nothing. */
export function mistakeList(texts, review, threshold) {
  const { words } = texts,
    section = element("section", "missed"),
    list = element("ul"),
    shown = review.listed.filter(({ grade }) => grade >= threshold || threshold === 1);
  for (const one of shown) {
    const item = element("li", one.what),
      button = element("button", "link", filled(words.move, { n: one.at })),
      turn = review.turns.find((found) => found.move === one.move);
    button.type = "button";
    button.value = one.at;
    item.append(button, ` ${one.missed ? sentence(texts, one.missed) : remark(texts, turn)} `);
    if (cost(texts, one)) item.append(element("span", "chip", cost(texts, one)));
    list.append(item);
  }
  section.append(element("h3", "", words.mistakes), shown.length ? list : element("p", "small", words.noMistakes));
  return section;
}

/** What the choices of every player came to; a name shows the round as that player saw it. */
export function summary(texts, review, seenBy) {
  const { words } = texts,
    made = element("table", "summary"),
    head = element("tr");
  for (const text of [words.player, words.bestTaken, words.tilesLost, words.pointsLost]) {
    const cell = element("th", "", text);
    cell.scope = "col";
    head.append(cell);
  }
  const rows = Object.entries(review.summary).map(([letter, sum], index) => {
    const row = element("tr"),
      name = element("th", `n${index}`),
      button = element("button", "link", texts.seat(letter));
    name.scope = "row";
    button.type = "button";
    button.title = filled(words.seenBy, { seat: texts.seat(letter) });
    button.addEventListener("click", () => seenBy(letter));
    name.append(button);
    row.append(
      name,
      element("td", "", filled(words.bestOf, sum)),
      element("td", "", sum.steps),
      element("td", "", sum.points ? texts.valueText(sum.points) : 0),
    );
    return row;
  });
  made.append(element("thead"), element("tbody"));
  made.tHead.append(head);
  made.tBodies[0].append(...rows);
  if (!review.view) return made;
  const section = element("section"),
    all = element("button", "link", words.allHands);
  all.type = "button";
  all.addEventListener("click", () => seenBy(""));
  section.append(made, all);
  return section;
}
