// Clocks that count down by the server's time. The server says when they run out; while they stand still it says what is left.
import { serverNow } from "./state.js";

/** Seconds as a clock shows them: 47:05, 1:02:00, −0:30. A begun second counts whole. */
export function written(seconds) {
  const whole = Math.ceil(seconds),
    all = Math.abs(whole),
    two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600),
    minutes = Math.floor(all / 60) % 60;
  const text = hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
  return (whole < 0 ? "−" : "") + text;
}

/** The seconds that a clock has left and its phase, with so many minutes more. */
export function reading({ state, ends_at: ends, left, warning }, extra = 0) {
  if (!ends) return { left: left + extra * 60, phase: state };
  const seconds = (Date.parse(ends) - serverNow()) / 1000 + extra * 60;
  return { left: seconds, phase: seconds <= 0 ? "over" : seconds <= warning * 60 ? "warning" : "running" };
}

/** Count on all clocks of a page that run. */
export function countAll() {
  for (const clock of document.querySelectorAll("[data-clock]:not([data-clock=''])")) {
    const { clock: ends, extra, warning, running, almost, over } = clock.dataset;
    const { left, phase } = reading({ ends_at: ends, warning: Number(warning) }, Number(extra));
    const text = written(left),
      shown = clock.querySelector(".left");
    if (shown.textContent !== text) shown.textContent = text;
    if (clock.dataset.phase === phase) continue;
    clock.dataset.phase = phase;
    clock.querySelector(".phase").textContent = { running, warning: almost, over }[phase];
  }
}
