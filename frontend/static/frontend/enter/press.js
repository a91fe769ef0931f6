// A press: from finger, mouse or space bar down to its click. Until then what is pressed stays as it is drawn, for a button that is
// replaced or moved under the finger never gets its click.

const CLICKED = "a, button, summary";
const CLICK_WITHIN = 300;

/** Watch all presses of the page; `ready` tells whether what is offered is up to date when one begins. */
export function presses(ready) {
  const held = new Set();
  let under = false,
    begun = false,
    lifted = 0;

  function begin() {
    clearTimeout(lifted);
    under = true;
    begun = ready();
  }

  function end() {
    clearTimeout(lifted);
    under = begun = false;
    const drawings = [...held];
    held.clear();
    for (const draw of drawings) draw();
  }

  /** The click of a finger comes a moment after it is lifted, and none comes where it has slid away. */
  function lift() {
    if (!under) return;
    clearTimeout(lifted);
    lifted = setTimeout(end, CLICK_WITHIN);
  }

  const listen = (kind, then) => window.addEventListener(kind, then, true);
  const onButton = ({ target }) => Boolean(target.closest?.(CLICKED));
  listen("pointerdown", (event) => {
    if (!event.isPrimary) return;
    if (event.button === 0 && onButton(event)) begin();
    else end();
  });
  listen("keydown", (event) => {
    if (event.key === " " && onButton(event)) begin();
  });
  listen("pointerup", lift);
  listen("keyup", lift);
  listen("pointercancel", end);
  window.addEventListener("blur", end);
  listen("click", () => {
    under = false;
    clearTimeout(lifted);
    lifted = setTimeout(end);
  });

  return {
    /** Whether the press under way began when what is offered was up to date. */
    get begun() {
      return begun;
    },
    /** Draw at once, or after the press under way. */
    after(draw) {
      if (under) held.add(draw);
      else draw();
    },
  };
}
