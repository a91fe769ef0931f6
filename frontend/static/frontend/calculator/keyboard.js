// The calculator's keys: ranks and a suit put tiles in, Backspace removes the last, Escape leaves the choice of a meld.
import { SUITS } from "./hand.js";

let typed = "";

/** Call these upon keys that are pressed outside of text fields. */
export function listenToKeys({ addTile, removeLast, leave }) {
  document.addEventListener("keydown", (event) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")
    )
      return;
    if (/^[1-9]$/.test(event.key)) typed += event.key;
    else if (SUITS.includes(event.key) && typed) {
      const ranks = typed;
      typed = "";
      for (const rank of ranks) addTile(rank + event.key);
    } else if (event.key === "Backspace") {
      typed = "";
      event.preventDefault();
      removeLast();
    } else if (event.key === "Escape") leave();
    else if (event.key.length === 1) typed = "";
  });
}
