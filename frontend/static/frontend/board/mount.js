// Puts a board on a page: wide or tall as there is room, light or dark as the reader prefers.
import { cardScene } from "./card-table.js";
import { painter } from "./paint.js";
import { tileScene } from "./tile-table.js";

const SCENES = { cards: cardScene, tiles: tileScene };
const NARROW = 600;

/** Draws frames into `svg`: `draw`, and `scene`, the one that is shown. */
export function mountBoard(svg, language) {
  const paint = painter(svg),
    night = matchMedia("(prefers-color-scheme: dark)"),
    still = matchMedia("(prefers-reduced-motion: reduce)");
  let now = null,
    shape = "";
  const sceneAt = (doc, at, turned, form) =>
    SCENES[doc.frames[at].faces](doc.frames, at, { turned, shape: form, words: doc.words, language });
  const shapeNow = () => (svg.parentElement.clientWidth < NARROW ? "tall" : "wide");

  function draw(doc, at, { turned, smooth = false }) {
    const form = shapeNow();
    now = { doc, at, turned };
    paint(sceneAt(doc, at, turned, form), { dark: night.matches, smooth: smooth && form === shape && !still.matches });
    shape = form;
  }
  const again = () => now && draw(now.doc, now.at, now);
  new ResizeObserver(() => {
    if (shape && shapeNow() !== shape) again();
  }).observe(svg.parentElement);
  night.addEventListener("change", again);
  return { draw, sceneAt, scene: () => sceneAt(now.doc, now.at, now.turned, shape), dark: () => night.matches };
}
