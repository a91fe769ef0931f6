// Asks the referee about the draft: over the network; where that fails or is slow the engine of this page, if it was loaded
// beforehand; else nobody, and the draft is gone on with unchecked. The network is asked again until it answers.
import { ask as askService, drawnHere } from "../site/service.js";

const AGAIN = 3000,
  PATIENCE = 1500,
  TIMEOUT = 10_000;

/**
 * `take` gets an answer, and whether this page has given it; `unchecked` is called where nobody can say anything, `tell` with what
 * is said instead of an answer. Returns what asks after a pause; a question about an earlier draft is abandoned.
 */
export function asking(address, token, { text, near, take, unchecked, tell }) {
  let current = new AbortController(),
    timer = 0,
    lost = false, // whether the network was away or slow when it was asked last
    shown = null, // the draft of which there is an answer, or which is gone on with
    going = null; // and the one that is answered without the network

  /** Go on without the network, unless somebody was told of this draft already. */
  async function alone(draft, { signal }) {
    if (shown === draft || going === draft || signal.aborted || drawnHere) return;
    going = draft;
    const answer = await near.check(draft);
    if (shown === draft || signal.aborted) return;
    shown = draft;
    if (answer) take(answer, signal, true);
    else unchecked(signal);
  }

  /** The answer over the network, after TIMEOUT none. Throws where there is none. */
  async function overNetwork(draft, mine) {
    const asked = new AbortController(),
      stop = () => asked.abort(),
      late = drawnHere ? 0 : setTimeout(stop, TIMEOUT);
    mine.signal.addEventListener("abort", stop);
    try {
      const response = await askService(address, {
        method: "POST",
        body: draft,
        signal: asked.signal,
        headers: { "Content-Type": "text/plain; charset=utf-8", "X-CSRFToken": token },
      });
      return { response, answer: await response.json() };
    } finally {
      clearTimeout(late);
    }
  }

  async function ask() {
    const mine = current,
      draft = text(),
      slow = setTimeout(
        () => {
          lost = true; // the next move does not wait again
          alone(draft, mine);
        },
        lost ? 0 : PATIENCE,
      ),
      again = (pause) => {
        timer = setTimeout(ask, pause);
      };
    const found = await overNetwork(draft, mine).catch(() => null);
    if (mine.signal.aborted) return;
    lost = !found;
    if (found?.response.ok) {
      clearTimeout(slow);
      shown = draft;
      take(found.answer, mine.signal, false);
      return;
    }
    const busy = !found || [429, 503].includes(found.response.status);
    if (busy) again(found ? 1000 * Number(found.response.headers.get("Retry-After") ?? 2) : AGAIN);
    if (busy) alone(draft, mine);
    if (found || drawnHere) tell(found?.answer.detail);
  }

  /** Ask, and abandon the question about an earlier draft: its answer does not fit the current one. */
  return function soon(pause) {
    current.abort();
    current = new AbortController();
    current.signal.addEventListener("abort", () => clearTimeout(timer));
    shown = going = null;
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  };
}
