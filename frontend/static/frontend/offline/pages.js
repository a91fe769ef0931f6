// The pages that the engine draws in this browser. Each lies in a frame of its own, where its scripts run as they do on the
// service's pages; what they ask, where their links and forms lead, is asked of the engine. The address of the shown page stands
// behind the # of this document's.
import { Kept } from "./kept.js";
import { engine, told } from "./page.js";

const SLOW = 300; // milliseconds after which it is shown that an answer is awaited
const find = (id) => document.getElementById(id);
const room = find("pages"),
  failed = find("failed");
const home = new URL(".", location.href).pathname;
const kept = new Kept();
let language = document.documentElement.lang.toLowerCase(),
  names = null,
  shown = null,
  last = Promise.resolve(),
  lost = true, // whether the engine does not hold what was opened
  wanted = 0;

// -- asking the engine ------------------------------------------------------------------------------------------------

/** The addresses of static files by their names. */
async function staticNames() {
  const list = new URL(document.documentElement.dataset.parts, document.baseURI),
    { static: found } = await (await fetch(list)).json();
  return Object.fromEntries(Object.entries(found).map(([name, address]) => [name, new URL(address, list).pathname]));
}

async function call(address, texts, more = {}) {
  names ??= await staticNames();
  const options = {
    method: texts.length ? "POST" : "GET",
    address,
    home,
    language,
    static: names,
    service: room.dataset.service,
    number: 0,
    files: [],
    fields: "",
    ...more,
  };
  return engine.call("page", texts, options, { raw: true, seconds: 120 });
}

/** Judge a file, which the engine then knows under its number. A file of a frame is none of this document's: its bytes are sent. */
async function open({ number, name, data }) {
  const bytes = typeof data === "string" ? data : await data.arrayBuffer();
  return call(`${home}upload/`, [bytes], { number, files: [name] });
}

/** The files of a form that were chosen. */
const chosen = (form) => [...form.values()].filter((value) => typeof value !== "string" && (value.size || value.name));

/** What a form says besides its files. */
function sent(form) {
  const fields = new URLSearchParams([...form].filter(([, value]) => typeof value === "string"));
  return { method: "POST", files: chosen(form).map(({ name }) => name), fields: String(fields) };
}

/** Have the engine hold what it held before it was ended. */
async function reopen() {
  lost = false;
  for (const file of kept.files) if ((await open(file)).error) kept.drop(file);
}

async function answer(url, body) {
  if (lost) await reopen();
  if (!body?.getAll) return call(url.pathname + url.search, body === undefined ? [] : [body]);
  const files = chosen(body);
  if (url.pathname !== `${home}upload/`) return call(url.pathname, files, sent(body));
  let found = null;
  for (const data of files) {
    const file = { number: kept.next(), name: data.name, data };
    found = await open(file);
    if (found.error) return found;
    await kept.keep(file);
  }
  return files.length > 1 ? call(home, []) : (found ?? call(home, []));
}

/** What the engine has said. Throws where it could not, in words. */
function said({ answer: bytes, told: about, error }) {
  if (error) throw Object.assign(new TypeError(told(error)), { shown: told(error) });
  return { bytes, about };
}

/** Ask the engine as `fetch` asks a service: one question after the other, and none that nobody waits for any more. */
function ask(address, { body, signal } = {}) {
  const url = new URL(address, shown?.contentWindow.location ?? location);
  const asked = last.then(async () => {
    signal?.throwIfAborted();
    let found = await answer(url, body);
    // What the engine once needed it never gives back: a new one may have room.
    if (found.error?.limit === "memory" && !body?.getAll) found = await answer(url, body);
    const first = said(found);
    signal?.throwIfAborted();
    const led = first.about.location && new URL(first.about.location, url),
      { bytes, about } = led ? said(await call(led.pathname + led.search, [])) : first;
    const response = new Response(bytes, { status: about.status, headers: { "Content-Type": about.type } });
    return Object.defineProperties(response, {
      url: { value: (led || url).href.split("#")[0] },
      hash: { value: (led || url).hash },
      redirected: { value: Boolean(led) },
    });
  });
  last = asked.catch(() => {});
  return asked;
}

engine.addEventListener("progress", ({ detail }) => {
  if (detail.state === "idle") lost = true;
});

// -- showing pages ----------------------------------------------------------------------------------------------------

const address = () => location.href;

/** Have the address of this document say which page is shown. */
function mirror(url, push = false) {
  const hash = `#/${url.href.slice(url.origin.length + home.length)}`;
  if (hash !== location.hash) history[push ? "pushState" : "replaceState"](null, "", hash);
}

/** Show what the engine answers at an address, else why there is nothing. */
async function show(asked, { body, push = true } = {}) {
  const mine = ++wanted,
    slow = setTimeout(() => room.classList.add("waiting"), SLOW);
  try {
    const response = await ask(asked, { body });
    if (mine !== wanted) return;
    failed.hidden = true;
    const url = new URL(response.url);
    url.hash = response.hash;
    if (!response.headers.get("Content-Type").startsWith("text/html")) return save(await response.blob(), url);
    mirror(url, push);
    draw(await response.text(), url);
  } catch (error) {
    failed.textContent = error.shown ?? String(error);
    failed.hidden = false;
  } finally {
    clearTimeout(slow);
    room.classList.remove("waiting");
  }
}

/** A document is no page: it is saved as a file, named by its address. */
function save(blob, { pathname }) {
  const link = document.createElement("a"),
    [name, key] = pathname.split("/").reverse().slice(1);
  link.href = URL.createObjectURL(blob);
  link.download = `${name}-${key}.${blob.type.startsWith("application/json") ? "json" : "ppn"}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function draw(html, url) {
  const frame = document.createElement("iframe"),
    before = shown;
  frame.engine = { ask, go: (there) => show(there), address };
  frame.className = "coming";
  room.append(frame);
  shown = frame;
  const { contentDocument: page, contentWindow: view } = frame;
  page.open();
  // Its scripts read its address, and relative links lead on from it. The history is this document's alone.
  const replace = view.history.replaceState.bind(view.history);
  replace(null, "", url);
  for (const name of ["pushState", "replaceState"])
    view.history[name] = (...given) => {
      replace(...given);
      mirror(new URL(view.location), name === "pushState");
    };
  listen(page);
  frame.addEventListener("load", () => arrived(frame, before, url), { once: true });
  page.write(html);
  page.close();
}

function arrived(frame, before, url) {
  before?.remove();
  if (frame !== shown) return frame.remove();
  const { contentDocument: page, contentWindow: view } = frame;
  frame.classList.remove("coming");
  frame.title = document.title = page.title.trim();
  document.documentElement.lang = page.documentElement.lang;
  document.body.classList.add("drawn");
  if (url.hash) view.location.replace(url.href);
  view.focus();
  room.dataset.ready = url.pathname + url.search;
  return undefined;
}

// -- links, forms and dropped files of the shown page -------------------------------------------------------------------

const inside = ({ origin, pathname }) => origin === location.origin && pathname.startsWith(home);

function follow(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button) return;
  const here = shown.contentWindow.location,
    samePage = link.hash && link.pathname === here.pathname && link.search === here.search;
  if (link.download) return;
  event.preventDefault();
  if (samePage) here.replace(link.href);
  else if (!inside(link) || link.target === "_top") location.assign(link.href);
  else if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(`#/${link.href.split(home)[1] ?? ""}`);
  else show(link.href);
}

function submit(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented) return;
  event.preventDefault();
  if ("languages" in form.dataset) {
    language = submitter.value;
    show(shown.contentWindow.location.href, { push: false });
    return;
  }
  const data = new FormData(form, submitter);
  if (form.method === "post") show(form.action, { body: data });
  else show(`${form.action.split("?")[0]}?${new URLSearchParams(data)}`);
}

function listen(page) {
  page.addEventListener("click", follow);
  page.addEventListener("submit", submit);
  page.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length || page.getElementById("drop")) return;
    event.preventDefault();
    const data = new FormData();
    for (const file of event.dataTransfer.files) data.append("file", file);
    show(`${home}upload/`, { body: data });
  });
}

const here = () => new URL(location.hash.replace(/^#\/?/, ""), new URL(home, location.href)).href;
window.addEventListener("popstate", () => show(here(), { push: false }));
show(here(), { push: false });
