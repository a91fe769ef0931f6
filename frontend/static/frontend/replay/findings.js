// The way from one finding of the match to the next and back, from round to round.
import { filled } from "../site/parts.js";

const nav = document.getElementById("wrong"),
  round = Number(nav.dataset.round),
  places = JSON.parse(nav.dataset.places),
  label = nav.querySelector("[data-place]");
const compare = (one, move) => one.round - round || one.move - move;

/** Show where a move stands among the findings, and the ways on from it. */
function show(move) {
  const at = places.findIndex((one) => !compare(one, move)),
    ways = { "-1": places.findLast((one) => compare(one, move) < 0), 1: places.find((one) => compare(one, move) > 0) };
  label.textContent = at < 0 ? "" : filled(label.dataset.place, { n: at + 1, all: places.length });
  for (const link of nav.querySelectorAll("[data-way]")) {
    const to = ways[link.dataset.way];
    link.hidden = !to;
    if (to) link.href = to.at;
  }
}

nav.addEventListener("click", (event) => {
  const link = event.target.closest("[data-way]"),
    to = places.find((one) => link && one.at === link.getAttribute("href"));
  if (to?.round !== round || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  document.dispatchEvent(new CustomEvent("replay-go", { detail: { move: to.move } }));
});
document.addEventListener("replay-drawn", ({ detail }) => show(detail.move));
show(Number(document.getElementById("replay").dataset.move));
