// The sheets that a device keeps beside the one on the page.
import { labelled, redraw } from "../enter/controls.js";
import { read } from "../enter/draft.js";
import { element, filled } from "../site/parts.js";

/** List them, each by what its record says of the match; `games` is the list from which a game is chosen. */
export function drawOthers(box, sheets, { words, games, takeUp, remove }) {
  const row = (sheet) => {
    const game = [...games.options].find(({ value }) => value === read(sheet.header, "Game"))?.text,
      said = ["Event", "Date", "Table"].map((tag) => read(sheet.header, tag)).filter(Boolean),
      counted = filled(words.roundsOf, { n: sheet.rounds.filter(({ entry }) => entry).length });
    const made = element("li"),
      line = element("div", "not-linked"),
      about = element("span", "what"),
      tools = element("span", "sheet-tools");
    about.append(element("bdi", "", said.join(" · ")), " ", element("span", "small", `${game} · ${counted}`));
    tools.append(
      labelled("link", words.goOn, () => takeUp(sheet)),
      labelled("link danger", words.delete, () => remove(sheet)),
    );
    line.append(about, tools);
    made.append(line);
    return made;
  };
  box.hidden = !sheets.length;
  redraw(box, ...sheets.map(row));
}
