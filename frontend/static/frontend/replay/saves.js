// What the page saves as files: the shown position as a picture, the round as an animation, drawn here or by the service.
import { animated, picture, saved } from "../board/export.js";
import { still } from "../board/paint.js";

const UNFINISHED = 409;
const PAUSE = 1000;
const ASKS = 120;
const SVG = { type: "image/svg+xml" };
const shown = (board) => still(board.scene(), board.dark());
const KINDS = {
  svg: (board, { name, at }) => saved(new Blob([shown(board)], SVG), `${name}-${at}.svg`),
  png: async (board, { name, at }) => saved(await picture(shown(board)), `${name}-${at}.png`),
  film(board, { doc, turned, pace, name }) {
    const scenes = doc.frames.map((_, move) => board.sceneAt(doc, move, turned));
    saved(new Blob([animated(scenes, pace, board.dark())], SVG), `${name}.svg`);
  },
  gif: (_, { name, button }) => drawnByService(button, name),
};

/** Have the service draw the round, and offer the file once it is drawn. The button says how it goes. */
async function drawnByService(button, name) {
  const { gif: address, wait, failed } = button.dataset,
    label = button.textContent;
  button.disabled = true;
  button.textContent = wait;
  const asked = await fetch(address, {
    method: "POST",
    headers: { "X-CSRFToken": button.parentElement.querySelector("[name=csrfmiddlewaretoken]").value },
  }).catch(() => null);
  let answer = asked;
  for (let asks = 0; asked?.ok && asks < ASKS; asks += 1) {
    answer = await fetch(address).catch(() => null);
    if (answer?.status !== UNFINISHED) break;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
  }
  const made = asked?.ok && answer?.ok;
  if (made) saved(await answer.blob(), `${name}.gif`);
  button.textContent = made ? label : failed;
  button.disabled = false;
}

/** Save what the board shows as a file of this kind. */
export const saveAs = (kind, board, now) => KINDS[kind](board, now);
