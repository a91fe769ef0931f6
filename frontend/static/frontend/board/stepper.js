// Moving through a round: step by step, playing by itself, to marked moves, or by a swipe on the board.
export const PACES = { slow: 1600, normal: 850, fast: 380 };

/** Holds the current move of `frames()`. Calls `onMove(move, smooth)` after a move, `onPlaying(yes)` when playing starts or stops. */
export function createStepper(frames, { at = 0, onMove, onPlaying = () => {}, pace = () => PACES.normal }) {
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
  stepper.step = (name) => stepper.to(steps[name]());
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

/** Keys of the whole page, except in fields, and except the space bar on buttons. */
export function keyed(stepper) {
  document.addEventListener("keydown", (event) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.target.matches("input:not([type=range]), select, textarea")
    )
      return;
    if (event.key === " " && !event.target.matches("button, summary, a")) stepper.play();
    else if (KEYS[event.key]) stepper.step(KEYS[event.key]);
    else return;
    event.preventDefault();
  });
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
