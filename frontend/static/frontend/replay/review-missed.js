// The wins and claims that were let go in a round, each with the way to its move.
import { element, filled } from "../site/parts.js";

function sentence({ words, named, seat, steps, valueText }, miss) {
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

/** The section on wins and claims that were let go; `goTo` shows a move. */
export function missedSection(texts, missed, goTo) {
  const { words } = texts;
  const section = element("section", "missed");
  section.append(element("h3", "", words.missed));
  if (!missed.length) {
    section.append(element("p", "small", words.missedNothing));
    return section;
  }
  const list = element("ul");
  for (const miss of missed) {
    const item = element("li", miss.what);
    const button = element("button", "link", filled(words.move, { n: miss.move }));
    button.type = "button";
    button.addEventListener("click", () => goTo(miss.move));
    item.append(button, document.createTextNode(` ${sentence(texts, miss)}`));
    list.append(item);
  }
  section.append(list);
  return section;
}
