// The moves of a round as tokens, several a line: who, what was called, the pieces. Every face is drawn once and then referred to.
import { CARD, cardMarkup } from "../board/faces/cards.js";
import { HEIGHT, tileMarkup, WIDTH } from "../board/faces/tiles.js";
import { element } from "../site/parts.js";

const SVG = "http://www.w3.org/2000/svg";
const FACES = {
  tiles: { markup: (name) => tileMarkup(name), view: `-1 -1 ${WIDTH + 2} ${HEIGHT + 7}` },
  cards: { markup: (name) => cardMarkup(name), view: `-1 -1 ${CARD.width + 3} ${CARD.height + 4}` },
};

/** Neighbours that are alike, counted. */
function runs(names) {
  const found = [];
  for (const name of names)
    if (found.at(-1)?.name === name) found.at(-1).count += 1;
    else found.push({ name, count: 1 });
  return found;
}

/** The list's items, and a hidden drawing that holds their faces. */
export function moveItems({ frames, words }) {
  const { markup, view } = FACES[frames[0].faces],
    known = new Map();
  const faceOf = (name) => {
    if (!known.has(name)) known.set(name, `face-${known.size}`);
    return `<svg viewBox="${view}"><use href="#${known.get(name)}"/></svg>`;
  };

  function token({ short, said }) {
    if (!short || !(short.word || short.pieces.length)) return element("span", "sentence", said);
    const made = element("span", "token");
    made.setAttribute("aria-hidden", "true");
    made.append(element("b", "", words.seats[short.seat]?.short ?? short.seat));
    if (short.word) made.append(element("i", "", short.word));
    const shown = element("span", short.drawn ? "drawn" : "");
    for (const { name, count } of runs(short.pieces)) {
      shown.insertAdjacentHTML("beforeend", faceOf(name));
      if (count > 1) shown.append(element("small", "", `×${count}`));
    }
    if (short.pieces.length) made.append(shown);
    return made;
  }

  const items = frames.map((frame, index) => {
    const item = element("li"),
      button = element("button", frame.mark ?? (frame.ledger.length ? "gain" : "")),
      made = token(frame);
    button.type = "button";
    button.value = index;
    button.append(made);
    if (made.className === "token") button.append(element("span", "unseen", frame.said));
    if (frame.mark) button.append(element("span", "unseen", ` (${words[frame.mark]})`));
    item.append(button);
    return item;
  });
  const faces = document.createElementNS(SVG, "svg");
  faces.setAttribute("class", "unseen");
  faces.setAttribute("aria-hidden", "true");
  faces.innerHTML = `<defs>${[...known].map(([name, id]) => `<g id="${id}">${markup(name)}</g>`).join("")}</defs>`;
  return { items, faces };
}
