// Moving through a round: step by step, playing by itself, to marked moves, or by a swipe on the board.
export const PACES = { slow: 1600, normal: 850, fast: 380 };

/** Holds the current move of `frames()`. Calls `onMove(move, smooth)` after a move, `onPlaying(yes)` when playing starts or stops,
    `onEnd()` at a single step past the last move. */
export function createStepper(
  frames,
  { at = 0, onMove, onPlaying = () => {}, onEnd = () => {}, pace = () => PACES.normal },
) {
  let playing = 0;
  const last = () => frames().length - 1;
  const stepper = { at, last };

  /** The next marked move in a direction; the current move where there is none. */
  const marked = (step) => {
    for (let move = stepper.at + step; move >= 0 && move <= last(); move += step) if (frames()[move].mark) return move;
    return stepper.at;
  };
  const steps = {
    first: () => 0,
    back: () => stepper.at - 1,
    on: () => stepper.at + 1,
    last,
    before: () => marked(-1),
    after: () => marked(1),
  };

  stepper.go = (move, smooth = true) => {
    const next = Math.min(last(), Math.max(0, move)),
      near = Math.abs(next - stepper.at) === 1;
    if (next === stepper.at) return;
    stepper.at = next;
    onMove(next, smooth && near);
  };
  stepper.pause = () => {
    clearTimeout(playing);
    playing = 0;
    onPlaying(false);
  };
  stepper.to = (move, smooth) => {
    stepper.pause();
    stepper.go(move, smooth);
  };
  stepper.step = (name) => {
    const past = name === "on" && stepper.at === last();
    stepper.to(steps[name]());
    if (past) onEnd();
  };
  stepper.play = () => {
    if (playing) {
      stepper.pause();
      return;
    }
    if (stepper.at === last()) stepper.go(0, false);
    const on = () => {
      stepper.go(stepper.at + 1);
      if (stepper.at === last()) stepper.pause();
      else playing = setTimeout(on, pace() * (frames()[stepper.at].mark ? 2 : 1));
    };
    playing = setTimeout(on, pace() / 2);
    onPlaying(true);
  };
  return stepper;
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "before", PageDown: "after" };

const SIDEWAYS = ["ArrowLeft", "ArrowRight"]; // a list keeps all other keys: ↑ and ↓ choose in it

/** Keys of the whole page, whatever has the focus, except in fields, and except the space bar on buttons. `more` has further
    keys, by their letters. */
export function keyed(stepper, more = {}) {
  document.addEventListener("keydown", (event) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.target.matches("input:not([type=range]), textarea") ||
      (event.target.matches("select") && !SIDEWAYS.includes(event.key))
    )
      return;
    if (event.key === " " && !event.target.matches("button, summary, a")) stepper.play();
    else if (KEYS[event.key] === "on" && event.repeat && stepper.at === stepper.last()) return;
    else if (KEYS[event.key]) stepper.step(KEYS[event.key]);
    else if (more[event.key]) more[event.key]();
    else return;
    event.preventDefault();
  });
}

const NOTCH = 60; // pixels that a wheel scrolls for one move
const TURNED = 400; // milliseconds after which a wheel begins anew

/** The wheel steps. Past the ends of the round it scrolls the page, as soon as it is turned anew. */
export function wheeled(svg, stepper) {
  let sum = 0,
    since = -TURNED;
  svg.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const anew = event.timeStamp - since > TURNED,
        way = event.deltaY * (event.deltaMode ? NOTCH : 1);
      if (anew && stepper.at === (way > 0 ? stepper.last() : 0)) return;
      event.preventDefault();
      since = event.timeStamp;
      sum = anew || sum * way < 0 ? way : sum + way;
      if (Math.abs(sum) < NOTCH) return;
      stepper.to(stepper.at + Math.sign(sum));
      sum = 0;
    },
    { passive: false },
  );
}

const FAR = 26; // pixels of a finger for one move

/** A tap on the right half steps on, on the left half back; a swipe drags the round along. */
export function touched(svg, stepper) {
  let from = null;
  svg.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, y: event.clientY, at: stepper.at };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!from || event.pointerType === "mouse") return;
    const away = Math.trunc((from.x - event.clientX) / FAR);
    if (away) {
      from.dragged = true;
      stepper.to(from.at + away);
    }
  });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const { x, y, dragged } = from,
      box = svg.getBoundingClientRect();
    from = null;
    if (!dragged && Math.hypot(event.clientX - x, event.clientY - y) < 8)
      stepper.step(event.clientX > box.left + box.width / 2 ? "on" : "back");
  });
  svg.addEventListener("pointercancel", () => {
    from = null;
  });
}
