// The undo history of a draft, kept in the browser with it, so that it outlives a reload or a crash.

const MOST = 4000;

/** The difference of two texts: where they part, what is removed there, what is put in. */
export function step(from, to) {
  const most = Math.min(from.length, to.length);
  let at = 0,
    same = 0;
  while (at < most && from[at] === to[at]) at += 1;
  while (same < most - at && from.at(-1 - same) === to.at(-1 - same)) same += 1;
  return [at, from.slice(at, from.length - same), to.slice(at, to.length - same)];
}

const forth = (text, [at, out, into]) => text.slice(0, at) + into + text.slice(at + out.length);
const back = (text, [at, out, into]) => forth(text, [at, into, out]);

/** Drafts were once kept as their bare text. */
function stored(key) {
  try {
    const found = localStorage.getItem(key) ?? "";
    return found.startsWith("{") ? JSON.parse(found) : { text: found };
  } catch {
    return {};
  }
}

/** A draft with its history: `text`, `aside` for what is not written into it yet, undo and redo. */
export function undoHistory(key) {
  let { text, done, undone, aside, from, open, full } = {};

  function load() {
    ({ text = "", done = [], undone = [], aside = {} } = stored(key));
    from = text;
    open = false;
  }

  function keep() {
    try {
      localStorage.setItem(key, JSON.stringify({ text, done, undone, aside }));
      full = false;
    } catch {
      full = true;
    }
  }

  /** Set another text; `going` where the change joins the step before it, as typed letters do. */
  function to(next, going = false) {
    if (next === text) return;
    if (going && open) done.pop();
    else from = text;
    open = next !== from;
    if (open) done.push(step(from, next));
    if (done.length > MOST) done.shift();
    undone = [];
    text = next;
    keep();
  }

  function settle(next) {
    from = text = next;
    open = false;
    keep();
  }

  function undo() {
    if (!done.length) return;
    undone.push(done.pop());
    settle(back(text, undone.at(-1)));
  }

  function redo() {
    if (!undone.length) return;
    done.push(undone.pop());
    settle(forth(text, done.at(-1)));
  }

  load();
  return {
    get text() {
      return text;
    },
    get aside() {
      return aside;
    },
    get kept() {
      return !full;
    },
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    keep,
    load,
    redo,
    to,
    undo,
  };
}
