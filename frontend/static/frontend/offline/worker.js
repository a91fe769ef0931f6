// The worker that has the engine: it fetches the parts, starts Python, and answers jobs one after another.
import { PARTS, fetchParts } from "./parts.js";
import { startPython } from "./python.js";
import { dropSnapshot, keepSnapshot, keptSnapshot } from "./snapshot.js";

let answers = null;

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.parts) await start(data);
    else answer(data);
  } catch (error) {
    self.postMessage({ broken: String(error?.stack ?? error) });
  }
});

async function start({ parts, digest, memory }) {
  limitMemory(memory);
  const [loader, module, fetched, snapshot] = await Promise.all([
    import("../vendor/pyodide/pyodide.mjs"),
    import("../vendor/pyodide/pyodide.asm.mjs"),
    fetchParts(parts, told),
    keptSnapshot(digest),
  ]);
  const bundles = await fetched.bundles;
  const pyodide = { loadPyodide: loader.loadPyodide, createPyodideModule: module.default };
  try {
    answers = await startPython(pyodide, { indexURL: PARTS, bundles, snapshot });
  } catch (error) {
    if (!snapshot) throw error;
    // A memory that cannot be taken up is nothing lost but time.
    await dropSnapshot(digest);
    self.postMessage({ again: true });
    return;
  }
  await fetched.whole;
  // Taken before any job, so that nothing is in it that somebody asked; kept while the first one is answered.
  if (!snapshot) keepSnapshot(digest, answers.snapshot());
  self.postMessage({ ready: answers.version });
}

function told(loaded, total) {
  self.postMessage({ progress: { state: loaded < total ? "loading" : "starting", loaded, total } });
}

function answer({ name, options, texts }) {
  const [kind, told] = answers.answer(name, options, texts, (piece) =>
    self.postMessage({ piece }, { transfer: [piece.buffer] }),
  );
  self.postMessage({ kind, told, held: answers.held });
}

/** Let no WebAssembly memory of this worker grow past so many bytes: Python then raises MemoryError. */
function limitMemory(most) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(pages) {
    if (this.buffer.byteLength + pages * 65536 > most) throw new RangeError("more memory than the engine may have");
    return grow.call(this, pages);
  };
}
