// The referee for programs in JavaScript: the engine in Python, as it runs in WebAssembly.
import { loadPyodide } from "pyodide";
import bundle from "./engine.js";
import { startPython } from "./python.js";

/** What is thrown for a question that cannot be answered: why, for programs (`code`) and for people (`messages`). */
export class RefereeError extends Error {
  /** `code`: `refused`, `too-costly` or `fault`. */
  constructor(code, message, { field = null, messages = null } = {}) {
    super(message);
    this.name = "RefereeError";
    Object.assign(this, { code, field, messages });
  }
}

/** The referee, with an engine of its own. `indexURL`: where Pyodide's files lie, where it cannot know it by itself. */
export async function loadReferee({ indexURL } = {}) {
  return new Referee(
    await startPython({ loadPyodide }, { indexURL, bundles: [{ ...bundle, jobs: "referee.worker.jobs" }] }),
  );
}

class Referee {
  #engine;

  constructor(engine) {
    this.#engine = engine;
    this.version = engine.version;
  }

  verify(records, { languages = ["zh", "en"], simplified = false } = {}) {
    return this.ask("verdicts", { languages, simplified, indent: null }, [records]);
  }

  score(question) {
    return this.ask("score", { question });
  }

  verifyResults(files, keys = []) {
    return this.ask("verify_results", { keys }, Array.isArray(files) ? files : [files]);
  }

  ask(job, options = {}, texts = []) {
    const pieces = [];
    const [kind, told] = this.#engine.answer(job, JSON.stringify(options), texts.map(bytesOf), (piece) =>
      pieces.push(piece),
    );
    if (kind === "R") throw new RefereeError("refused", told.message.en, { field: told.field, messages: told.message });
    if (kind === "M") throw new RefereeError("too-costly", "This takes more memory than there is.");
    if (kind !== "D") throw new RefereeError("fault", told.traceback);
    return JSON.parse(joined(pieces));
  }
}

/** The bytes of a text: a string in UTF-8, an object as JSON, bytes as they are. */
function bytesOf(text) {
  if (text instanceof ArrayBuffer) return new Uint8Array(text);
  if (ArrayBuffer.isView(text)) return new Uint8Array(text.buffer, text.byteOffset, text.byteLength).slice();
  return new TextEncoder().encode(typeof text === "string" ? text : JSON.stringify(text));
}

function joined(pieces) {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
}
