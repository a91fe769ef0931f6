// Draws scenes into an SVG. Between two scenes a piece is followed from place to place by its face, so that tiles travel.
import { cardMarkup, CARD } from "./faces/cards.js";
import { chip, felt } from "./draw.js";
import { EDGE, HEIGHT, tileMarkup, WIDTH } from "./faces/tiles.js";

const SVG = "http://www.w3.org/2000/svg";
const GLOW = { last: "#ffd257", won: "#ffd257", bad: "#ff6a58" };
const HINT = { fill: "#7fe0bd", ink: "#0b3325", weight: 700 };
const READABLE = 12; // the size of a text on a board that can still be read
const STEP = { duration: 260, easing: "cubic-bezier(.2,.7,.25,1)" };

const high = (piece) => (piece.kind === "card" ? CARD.height : HEIGHT);

/** The name of a piece's symbol. */
const symbol = (piece) =>
  piece.kind === "card"
    ? `card-${code(piece.name)}-${piece.count ?? 1}`
    : `tile-${code(piece.name)}-${piece.stands || "0"}-${piece.ghost ? 1 : 0}-${piece.turn}`;
const code = (name) => (name === "?" ? "back" : name === "X" ? "big" : name);

const face = (piece) => (piece.kind === "card" ? cardMarkup(piece.name, piece.count) : tileMarkup(piece.name, piece));

/** The faces that these pieces show, as definitions. */
export function definitions(pieces, known = new Set()) {
  const made = [];
  for (const piece of pieces) {
    const id = symbol(piece);
    if (known.has(id)) continue;
    known.add(id);
    made.push(`<g id="${id}">${face(piece)}</g>`);
  }
  return made.join("");
}

export function placed({ x, y, turn = 0, width }, kind) {
  const tall = kind === "card" ? CARD.height : HEIGHT;
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn}) scale(${(width / WIDTH).toFixed(4)}) translate(${-WIDTH / 2} ${-tall / 2})`;
}

/** The face of a piece, and its marks. */
export function inside(piece) {
  const ring = GLOW[piece.mark]
    ? `<rect x="-3" y="-3" width="${WIDTH + 6}" height="${high(piece) + 6 + (piece.kind === "card" ? 0 : EDGE / 2)}" rx="10" fill="${GLOW[piece.mark]}" fill-opacity="${piece.mark === "bad" ? ".22" : ".12"}" stroke="${GLOW[piece.mark]}" stroke-width="6"/>`
    : "";
  const cross =
    piece.mark === "bad"
      ? `<g transform="translate(${WIDTH - 6} 6) rotate(${-(piece.turn || 0)})"><circle r="13" fill="#c62a1c" stroke="#fff" stroke-width="2.5"/><path d="M0 -7v8M0 5.5v1" stroke="#fff" stroke-width="4" stroke-linecap="round"/></g>`
      : "";
  return `<use href="#${symbol(piece)}"/>${ring}${cross}${piece.hint ? hinted(piece) : ""}`;
}

/** A frame around a tile that is pointed out, and its text towards the middle of the table. */
function hinted(piece) {
  const size = Math.max(21, (READABLE * WIDTH) / piece.width),
    made = chip(piece.hint, size, HINT),
    away = piece.turn % 180 ? made.width / 2 + 8 : size * 1.1;
  return `<rect x="-2" y="-2" width="${WIDTH + 4}" height="${high(piece) + 6}" rx="9" fill="none" stroke="${HINT.fill}" stroke-width="7"/><g transform="translate(${WIDTH / 2} ${-away}) rotate(${-piece.turn})">${made.at(-made.width / 2, 0)}</g>`;
}

const shade = (piece) => (piece.mark === "spent" ? 0.42 : piece.dim ? 0.5 : 1);

/** A piece in its place. */
const laid = (piece) =>
  `<g transform="${placed(piece, piece.kind)}"${shade(piece) < 1 ? ` opacity="${shade(piece)}"` : ""}>${inside(piece)}</g>`;

/** A scene as two layers of markup: the labels, and the pieces. */
export const layers = (scene) => [scene.labels, scene.pieces.map(laid)];

/** One scene as an SVG that stands by itself. */
export function still(scene, dark) {
  const [labels, pieces] = layers(scene);
  return `<svg xmlns="${SVG}" viewBox="0 0 ${scene.width} ${scene.height}" width="${scene.width}" height="${scene.height}">${felt(scene.width, scene.height, dark)}<defs>${definitions(scene.pieces)}</defs><g>${labels.join("")}</g><g>${pieces.join("")}</g></svg>`;
}

// -- following pieces -----------------------------------------------------------------------------------------------

const shown = (piece) => piece.hides || piece.name;

/** Pieces of two scenes matched: first those in the same place, then those with the same face. */
function followed(before, now) {
  const from = new Map(),
    free = new Set(before);
  const take = (piece, fits) => {
    for (const old of free)
      if (fits(old)) {
        free.delete(old);
        from.set(piece, old);
        return;
      }
  };
  for (const piece of now)
    take(
      piece,
      (old) =>
        old.zone === piece.zone &&
        shown(old) === shown(piece) &&
        (piece.move === undefined || old.move === piece.move) &&
        Boolean(old.drawn) === Boolean(piece.drawn),
    );
  for (const piece of now)
    if (!from.has(piece))
      take(piece, (old) => old.zone === piece.zone && shown(old) === shown(piece) && piece.move === old.move);
  for (const piece of now)
    if (!from.has(piece) && !piece.still)
      take(
        piece,
        (old) => !old.still && shown(old) === shown(piece) && (old.seat === piece.seat || old.zone.endsWith(".river")),
      );
  for (const piece of now)
    if (!from.has(piece) && !piece.still)
      take(piece, (old) => !old.still && old.seat === piece.seat && (old.name === "?" || piece.name === "?"));
  return { from, gone: free };
}

/** Draws scenes into `svg`, one after the other. */
export function painter(svg) {
  const known = new Set(),
    nodes = new Map();
  let pieces = [],
    ground = "";
  const part = (name) => {
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("class", name);
    return made;
  };
  const base = part("base"),
    defs = document.createElementNS(SVG, "defs"),
    labels = part("labels"),
    table = part("pieces");
  svg.replaceChildren(base, defs, labels, table);

  function put(piece, node) {
    node.setAttribute("transform", placed(piece, piece.kind));
    const markup = inside(piece);
    if (node.dataset.markup !== markup) {
      node.innerHTML = markup;
      node.dataset.markup = markup;
    }
    if (shade(piece) < 1) node.setAttribute("opacity", shade(piece));
    else node.removeAttribute("opacity");
    node.setAttribute("data-zone", piece.zone);
    node.setAttribute("data-name", piece.name);
    node.setAttribute("data-mark", piece.mark ?? "");
  }

  const glide = (from, to) =>
    [from, to].map((piece) => ({
      transform: `translate(${piece.x}px, ${piece.y}px) rotate(${nearest(piece.turn, from.turn)}deg) scale(${piece.width / WIDTH}) translate(${-WIDTH / 2}px, ${-high(to) / 2}px)`,
    }));

  return function draw(scene, { dark = false, smooth = false } = {}) {
    const size = `${scene.width} ${scene.height} ${dark}`;
    if (size !== ground) {
      svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
      base.innerHTML = felt(scene.width, scene.height, dark);
      ground = size;
      smooth = false;
    }
    for (const running of svg.getAnimations({ subtree: true })) running.cancel();
    const fresh = definitions(scene.pieces, known);
    if (fresh) defs.insertAdjacentHTML("beforeend", fresh);
    labels.innerHTML = scene.labels.join("");
    const { from, gone } = followed(pieces, scene.pieces);
    for (const old of gone) {
      nodes.get(old).remove();
      nodes.delete(old);
    }
    const order = scene.pieces.map((piece) => {
      const old = from.get(piece),
        node = old ? nodes.get(old) : part("piece");
      if (old) nodes.delete(old);
      nodes.set(piece, node);
      put(piece, node);
      if (smooth) move(piece, old, node);
      return node;
    });
    table.replaceChildren(...order);
    pieces = scene.pieces;
  };

  function move(piece, old, node) {
    const origin = old ?? (piece.from ? { ...piece, ...piece.from, width: piece.width * 0.6 } : null);
    if (
      origin &&
      (origin.x !== piece.x || origin.y !== piece.y || origin.turn !== piece.turn || origin.width !== piece.width)
    ) {
      const way = glide(origin, piece);
      if (!old) {
        way[0].opacity = 0;
        way[1].opacity = shade(piece);
      }
      node.animate(way, STEP);
    } else if (!origin) node.animate([{ opacity: 0 }, { opacity: shade(piece) }], STEP);
  }
}

/** The angle nearest to another that looks the same. */
const nearest = (turn, other) => other + ((turn - other + 540) % 360) - 180;
