// Puts a board on a page: wide or tall as there is room, light or dark as the reader prefers.
import { cardScene } from "./card-table.js";
import { painter } from "./paint.js";
import { tileScene } from "./tile-table.js";

const SCENES = { cards: cardScene, tiles: tileScene };

/** The scene of frames[at], the seat of index `turned` nearest, in a room of this shape. */
export const sceneAt = (doc, at, turned, language, { shape, ratio } = { shape: "wide" }) =>
  SCENES[doc.frames[at].faces](doc.frames, at, { turned, shape, ratio, words: doc.words, language });
/** The index of the seat that broke a rule at a frame, the first where several did; 0 where none did. */
export const offender = (frame) =>
  Math.max(
    0,
    frame.seats.findIndex(({ seat }) => seat === frame.findings[0]?.seat),
  );
const NARROW = 600; // pixels of the width below which a board is tall, or low where the height is less still
const LOW = 480;

/** A scene with hints: marks with a text on tiles of hands. */
function hinted(scene, hints) {
  for (const { seat, tile, text } of hints) {
    const held = scene.pieces.findLast(({ zone, name }) => zone === `${seat}.hand` && name === tile);
    if (held) held.hint = text;
  }
  return scene;
}

/** Draws frames into `svg`: `draw`, and `scene`, the one that is shown. `fills`: the element around it has a height of its own,
    which the board is stretched to fill. */
export function mountBoard(svg, language, { fills = false } = {}) {
  const paint = painter(svg),
    night = matchMedia("(prefers-color-scheme: dark)"),
    still = matchMedia("(prefers-reduced-motion: reduce)");
  let now = null,
    room = { shape: "" };

  function measured() {
    const { clientWidth: width, clientHeight: height } = svg.parentElement;
    if (!fills || !height) return { shape: width < NARROW ? "tall" : "wide" };
    const shape = height < LOW && width > height * 1.15 ? "low" : width < NARROW ? "tall" : "wide";
    return { shape, ratio: Math.round((width / height) * 200) / 200 };
  }

  function draw(doc, at, { turned, smooth = false, hints = [] }) {
    const before = room;
    room = measured();
    const same = room.shape === before.shape && room.ratio === before.ratio;
    now = { doc, at, turned, hints };
    const scene = hinted(sceneAt(doc, at, turned, language, room), hints);
    paint(scene, { dark: night.matches, smooth: smooth && same && !still.matches });
  }
  const again = () => now && draw(now.doc, now.at, now);
  new ResizeObserver(() => {
    const { shape, ratio } = measured();
    if (room.shape && (shape !== room.shape || ratio !== room.ratio)) again();
  }).observe(svg.parentElement);
  night.addEventListener("change", again);
  return {
    draw,
    sceneAt: (doc, at, turned) => sceneAt(doc, at, turned, language),
    scene: () => hinted(sceneAt(now.doc, now.at, now.turned, language, room), now.hints),
    dark: () => night.matches,
  };
}
