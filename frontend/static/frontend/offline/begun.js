// Names on the first page what was begun in this browser and not finished: a score sheet, a match entered by hand.
import { read } from "../enter/draft.js";
import { Stored } from "../site/stored.js";

const box = document.getElementById("begun");
const sheet = new Stored("referee.core.sheet").get(),
  match = new Stored("referee.draft").get();

/** What a text says of its match. */
const told = (text) =>
  ["Event", "Date", "Table"]
    .map((tag) => read(text, tag))
    .filter(Boolean)
    .join(" · ");

/** Show a row, where there is something to go on with. */
function show(id, text, begun) {
  const row = document.getElementById(id);
  row.hidden = !begun;
  row.querySelector("bdi").textContent = told(text);
  if (begun) box.hidden = false;
}

show("begun-sheet", sheet?.header ?? "", sheet?.rounds?.length || new Stored("referee.core.sheet draft").get());
show("begun-match", match?.text ?? "", match?.text?.trim());
box.dataset.ready = "yes";
