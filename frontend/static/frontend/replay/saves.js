// What the page saves as files: the shown position as a picture, the round as an animation.
import { animated, picture, saved } from "../board/export.js";
import { still } from "../board/paint.js";

const SVG = { type: "image/svg+xml" };
const shown = (board) => still(board.scene(), board.dark());
const KINDS = {
  svg: (board, { name, at }) => saved(new Blob([shown(board)], SVG), `${name}-${at}.svg`),
  png: async (board, { name, at }) => saved(await picture(shown(board)), `${name}-${at}.png`),
  film(board, { doc, turned, pace, name }) {
    const scenes = doc.frames.map((_, move) => board.sceneAt(doc, move, turned));
    saved(new Blob([animated(scenes, pace, board.dark())], SVG), `${name}.svg`);
  },
};

/** Save what the board shows as a file of this kind. */
export const saveAs = (kind, board, now) => KINDS[kind](board, now);
