// A tile as an element of a page, and buttons that hold tiles; what lies on the board is drawn by board/.
import { tileMarkup } from "../board/faces/tiles.js";

const SVG = "http://www.w3.org/2000/svg";

/** A tile as an SVG element; `state` adds a class: last, bad, taken. A tile that `stands` for another shows that one's face,
 * with its own as a seal in the corner. */
export function tile(name, state = "", stands = "") {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "-1 -1 62 87");
  face.setAttribute("class", `tile ${state}`);
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", stands ? `${name} = ${stands}` : name);
  face.innerHTML = tileMarkup(name, { stands });
  return face;
}

/** A tile for show, hidden from screen readers: the element around it has its name. */
export function face(name, mark = "", stands = "") {
  const drawn = tile(name, mark, stands);
  drawn.removeAttribute("role");
  drawn.removeAttribute("aria-label");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

/** A button with an accessible name. */
export function button(className, label, onClick) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

/** The name of a tile in the reader's language. */
export const tileName = (table, name) => table.names[name] ?? name;
