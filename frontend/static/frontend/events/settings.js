// The settings of an event: what counts is put in order by dragging or by arrows, and points of one's own are asked for where they
// count. Without this script the arrows send the form.
import { filled } from "../site/parts.js";

const rowsOf = (list) => [...list.children];

/** Say where a row is now, for who does not see it move. */
function tell(box, row) {
  const status = box.querySelector("[role=status]"),
    n = rowsOf(row.parentElement).indexOf(row) + 1;
  status.textContent = filled(status.dataset.moved, { name: row.querySelector("b").textContent, n });
}

function byArrows(box) {
  box.addEventListener("click", (event) => {
    const button = event.target.closest("[name=up], [name=down]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("li");
    if (button.name === "up") row.previousElementSibling?.before(row);
    else row.nextElementSibling?.after(row);
    button.focus();
    tell(box, row);
  });
}

function byDragging(box, list) {
  let row = null;
  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip || event.button) return;
    event.preventDefault();
    row = grip.closest("li");
    row.classList.add("dragged");
    list.setPointerCapture(event.pointerId); // the row itself would lose it where it is moved
  });
  list.addEventListener("pointermove", ({ clientY }) => {
    if (!row) return;
    const others = rowsOf(list).filter((one) => one !== row),
      below = others.find((one) => {
        const { top, height } = one.getBoundingClientRect();
        return clientY < top + height / 2;
      });
    if (below !== row.nextElementSibling) list.insertBefore(row, below ?? null);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
    list.addEventListener(kind, () => {
      if (!row) return;
      row.classList.remove("dragged");
      tell(box, row);
      row = null;
    });
}

for (const box of document.querySelectorAll("[data-ordered]")) {
  box.classList.add("by-script");
  byArrows(box);
  byDragging(box, box.querySelector("ol"));
}

for (const asked of document.querySelectorAll("[data-of]")) {
  const chosen = asked.closest("form").elements.points,
    follow = () => (asked.hidden = chosen.value !== asked.dataset.of);
  chosen.addEventListener("change", follow);
  follow();
}
