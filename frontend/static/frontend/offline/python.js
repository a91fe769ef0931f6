// Python with the engine in it, as it runs in a browser.

/** Where the engine's files lie in Python's own file system, which is in memory alone. */
const HOME = "/engine";
const START = [
  "import sys",
  `sys.path.insert(0, "${HOME}")`,
  "sys.dont_write_bytecode = True",
  "from referee.worker import in_page",
  "in_page.load_all",
].join("\n");

/** Of the list of packages that Python could load there is only its head, which is that of the version in `vendor`. */
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
};

/**
 * Start Python with these files of the engine. `pyodide`: its loader and its module; `snapshot`: a memory in which all of this has
 * been done already. Gives what answers jobs.
 */
export async function startPython({ loadPyodide, createPyodideModule }, { indexURL, bundles, snapshot = null }) {
  const python = await loadPyodide({
    indexURL,
    createPyodideModule: snapshot ? (settings) => roomy(createPyodideModule(settings), snapshot) : createPyodideModule,
    lockFileContents: NO_PACKAGES,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  });
  for (const { files, binary } of bundles) {
    for (const [path, text] of Object.entries(files)) write(python.FS, path, text);
    for (const [path, data] of Object.entries(binary)) write(python.FS, path, bytesOf(data));
  }
  const modules = bundles.map(({ jobs }) => jobs);
  if (!snapshot) load(python, modules);
  return new Answers(python, modules);
}

/** A module whose memory has room for what a snapshot restores, which may be more than Python begins with. */
async function roomy(coming, snapshot) {
  const module = await coming;
  const [, head] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2);
  if (module.HEAPU8.length < snapshot.length - head) module.growMemory(snapshot.length - head);
  return module;
}

/** Import all that answers jobs, so that none waits for it. */
function load(python, modules) {
  const loadAll = python.runPython(START);
  const given = python.toPy(modules);
  loadAll(given);
  given.destroy();
  loadAll.destroy();
}

function write(fs, path, data) {
  fs.mkdirTree(`${HOME}/${path}`.replace(/\/[^/]*$/, ""));
  fs.writeFile(`${HOME}/${path}`, data);
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The engine's side of a conversation. */
class Answers {
  #python;
  #modules;
  #empty;

  /** `modules`: those whose jobs can be asked for. */
  constructor(python, modules) {
    this.#python = python;
    this.#modules = modules;
    this.#empty = this.memory;
    const page = python.runPython("from referee.worker import in_page; in_page");
    this.version = page.ENGINE_VERSION;
    page.destroy();
  }

  /** Bytes of memory that Python has. */
  get memory() {
    return this.#python._module.HEAPU8.length;
  }

  /** Bytes of memory beyond those that it began with. */
  get held() {
    return this.memory - this.#empty;
  }

  /** The memory, to begin with another time. */
  snapshot() {
    return this.#python.makeMemorySnapshot();
  }

  /** Answer a job piece by piece; gives the kind of message that says what became of it, and what that says. */
  answer(name, options, texts, piece) {
    const page = this.#python.runPython("from referee.worker import in_page; in_page.answer");
    const given = this.#python.toPy(texts);
    const modules = this.#python.toPy(this.#modules);
    try {
      return JSON.parse(page(modules, name, options, given, (bytes) => piece(copied(bytes))));
    } finally {
      given.destroy();
      modules.destroy();
      page.destroy();
    }
  }
}

/** The bytes of a Python object, copied out of Python's memory. */
function copied(bytes) {
  const view = bytes.getBuffer("u8");
  const data = view.data.slice();
  view.release();
  return data;
}
