// Keeps the offline pages and the engine, so that they are there without a network. The service puts before this script what there
// is to keep, as `self.kept`: `version`, `documents`, `files`, and of the engine its `digest` and its `parts`. A change of any of
// them changes this script, and the browser then installs it anew, beside the old one until the reader takes it.
const { version, documents, files, digest, parts } = self.kept;
const PAGES = "offline-pages-";
const ENGINE = "offline-engine-";
const scope = self.registration.scope;
const inScope = (address) => new URL(address, scope).href;
const pages = new Set([...documents, ...files].map(inScope));
const engine = new Set(parts.map(inScope));

self.addEventListener("install", (event) => {
  event.waitUntil(keepPages());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(throwAwayOld().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
  if (event.data === "keep the engine") event.waitUntil(keepEngine().then(() => event.source.postMessage("kept")));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const address = new URL(url);
  const plain = address.origin + address.pathname;
  if (mode === "navigate" && plain === scope) event.respondWith(networkOr(event.request, inScope("index.html")));
  else if (pages.has(plain)) event.respondWith(keptOr(PAGES + version, plain, event.request));
  else if (engine.has(plain)) event.respondWith(keptOr(ENGINE + digest, plain, event.request, true));
});

/** All pages and what they name. What has its content in its name may come from the browser's own store. */
async function keepPages() {
  const cache = await caches.open(PAGES + version);
  await cache.addAll([...documents.map((name) => new Request(name, { cache: "reload" })), ...files]);
}

async function keepEngine() {
  const cache = await caches.open(ENGINE + digest);
  for (const address of engine) if (!(await cache.match(address))) await cache.add(address);
}

async function throwAwayOld() {
  const current = new Set([PAGES + version, ENGINE + digest]);
  const ours = (name) => name.startsWith(PAGES) || name.startsWith(ENGINE);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ours(name) && !current.has(name)).map((name) => caches.delete(name)));
}

/** What the network has, which knows the language that the reader chose; without one what was kept under an address. */
async function networkOr(request, address) {
  try {
    return await fetch(request);
  } catch {
    return caches.match(address);
  }
}

/** What was kept under an address; else what the network has, which is then kept if `keep`. */
async function keptOr(name, address, request, keep = false) {
  const cache = await caches.open(name);
  const found = await cache.match(address, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (keep && answer.ok) await cache.put(address, answer.clone());
  return answer;
}
