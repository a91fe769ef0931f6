// The rule engine in a worker of this page: it answers the jobs that the service's own processes answer, by the same names and
// with the same bytes, and nothing that it is asked leaves this machine.

/** Seconds that a job may take, and bytes of memory that the worker may have. */
export const LIMITS = { seconds: 30, memory: 768 * 1024 * 1024 };

/** Bytes of memory above those of a new worker after which it is replaced, by default: what it took, it never gives back. */
const HELD = 256 * 1024 * 1024;

/**
 * The engine. It is loaded when it is first asked, and tells how far that is by `progress` events whose detail is
 * `{state, loaded, total}`: `idle`, `loading` (bytes), `starting`, `ready` or `failed`.
 *
 * What can happen is a value and never thrown: an `error` has a `code`, which is `refused` (the question cannot be read: `field`,
 * `message`), `too-costly` (`limit`, `most`; the worker was ended), `fault` (the engine failed: `detail`), `unloadable`
 * (`detail`), `unsupported` (no WebAssembly, or no workers that are modules) or `stopped`.
 */
export class Engine extends EventTarget {
  #address;
  #held;
  #worker = null;
  #started = null;
  #asked = null;
  #last = Promise.resolve();
  #state = { state: "idle", loaded: 0, total: 0 };

  /** `address`: of the list of the engine's parts; `held`: bytes of memory after which a worker is replaced, where another is as good. */
  constructor(address, { held = HELD } = {}) {
    super();
    this.#address = address;
    this.#held = held;
    this.version = null;
  }

  /** How far the engine is loaded: the detail of the last event. */
  get progress() {
    return this.#state;
  }

  /** Load the engine, if it is not there. Gives `{}`, or what went wrong as `{error}`; then the next call tries again. */
  start() {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** End the worker; the next call starts another one. Who waits for an answer is told that it was stopped. */
  stop() {
    this.#end({ error: { code: "stopped" } });
  }

  /**
   * The answer to a job, and what the job says of it, as `{answer, told}`; or `{error}`. `texts`: each a string, bytes or a file.
   * `raw`: the answer as bytes, unread. Calls wait for each other.
   */
  async call(name, texts = [], options = {}, { raw = false, ...limits } = {}) {
    const pieces = [];
    const { told, error } = await this.#queue(name, texts, options, limits, (piece) => pieces.push(piece));
    if (error) return { error };
    const answer = await new Blob(pieces).arrayBuffer();
    return { answer: raw ? new Uint8Array(answer) : JSON.parse(new TextDecoder().decode(answer)), told };
  }

  /** The same for a job that answers one document a line: `each` is called with every one as soon as it is there. */
  async lines(name, texts, options, each, limits = {}) {
    const decoder = new TextDecoder();
    let rest = "";
    return this.#queue(name, texts, options, limits, (piece) => {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) each(JSON.parse(line));
    });
  }

  #queue(name, texts, options, limits, piece) {
    const asked = this.#last.then(() => this.#ask(name, texts, options, limits, piece));
    this.#last = asked.catch(() => {});
    return asked;
  }

  async #ask(name, texts, options, { seconds = LIMITS.seconds, signal = null }, piece) {
    const sent = await Promise.all(texts.map(bytesOf));
    const { error } = await this.start();
    if (error) return { error };
    if (signal?.aborted) return { error: { code: "stopped" } };
    const stop = () => this.stop();
    signal?.addEventListener("abort", stop);
    const late = setTimeout(
      () => this.#end({ error: { code: "too-costly", limit: "seconds", most: seconds } }),
      1000 * seconds,
    );
    const answered = new Promise((resolve) => {
      this.#asked = { piece, resolve };
    });
    this.#worker.postMessage({ name, options: JSON.stringify(options), texts: sent });
    const end = await answered;
    clearTimeout(late);
    signal?.removeEventListener("abort", stop);
    return end;
  }

  async #start() {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return this.#failed({ code: "unsupported" });
    this.#tell({ state: "loading", loaded: 0, total: 0 });
    try {
      const address = new URL(this.#address, document.baseURI);
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      const list = await answer.json();
      const { again, ...started } = await this.#startWorker(list, address);
      return again ? await this.#startWorker(list, address) : started;
    } catch (error) {
      return this.#failed({ code: "unloadable", detail: String(error) });
    }
  }

  #startWorker(list, address) {
    const worker = moduleWorker(new URL(list.worker, address));
    if (!worker) return this.#failed({ code: "unsupported" });
    this.#worker = worker;
    const parts = list.parts.map((part) => ({ ...part, address: new URL(part.address, address).href }));
    return new Promise((resolve) => {
      this.#asked = { piece: () => {}, resolve };
      worker.addEventListener("message", ({ data }) => this.#hear(data));
      worker.addEventListener("error", (event) => this.#break(event.message));
      worker.postMessage({ ...list, parts, memory: LIMITS.memory });
    });
  }

  /** The worker cannot go on, or was never there: the engine failed at a job, or could not be loaded. */
  #break(detail) {
    const code = this.#state.state === "ready" ? "fault" : "unloadable";
    this.#end({ error: { code, detail } });
    if (code === "unloadable") this.#failed({ code, detail });
  }

  #hear(data) {
    if (data.progress) this.#tell(data.progress);
    else if (data.again) {
      this.#worker.terminate();
      this.#answer({ again: true });
    } else if (data.broken !== undefined) this.#break(data.broken);
    else if (data.ready) {
      this.version = data.ready;
      this.#tell({ ...this.#state, state: "ready" });
      this.#answer({});
    } else if (data.piece) this.#asked?.piece(data.piece);
    else {
      this.#answer(ending(data));
      if (data.held > this.#held || data.kind === "M") this.#end({ error: { code: "stopped" } });
    }
  }

  #answer(end) {
    const asked = this.#asked;
    this.#asked = null;
    asked?.resolve(end);
  }

  /** End the worker, and tell whoever waits for it why. */
  #end(why) {
    this.#worker?.terminate();
    this.#worker = this.#started = null;
    this.#tell({ state: "idle", loaded: 0, total: 0 });
    this.#answer(why);
  }

  #failed(error) {
    this.#started = null;
    this.#tell({ ...this.#state, state: "failed", error });
    return { error };
  }

  #tell(state) {
    this.#state = state;
    this.dispatchEvent(new CustomEvent("progress", { detail: state }));
  }
}

/** A worker that is a module; nothing where the browser knows none, and so does not ask for the type. */
function moduleWorker(address) {
  let asked = false;
  const worker = new Worker(address, {
    get type() {
      asked = true;
      return "module";
    },
  });
  if (asked) return worker;
  worker.terminate();
  return null;
}

/** What became of a job, by the kinds of message that the engine's processes have. */
function ending({ kind, told }) {
  if (kind === "D") return { told };
  if (kind === "R") return { error: { code: "refused", ...told } };
  if (kind === "M") return { error: { code: "too-costly", limit: "memory", most: LIMITS.memory } };
  return { error: { code: "fault", detail: told.traceback } };
}

/** The bytes of a text: a string in UTF-8, a file, or bytes as they are. */
async function bytesOf(text) {
  if (typeof text === "string") return new TextEncoder().encode(text);
  return new Uint8Array(text instanceof Blob ? await text.arrayBuffer() : text);
}
