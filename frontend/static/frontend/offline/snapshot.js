// The memory of a started engine, kept by the browser: the next start takes it up and is several times as fast.

const NAME = "offline-memory-";
const WITHIN = "/memory";

/** The memory that was kept of the engine with this digest; null where there is none. Others are thrown away. */
export async function keptSnapshot(digest) {
  try {
    const names = await self.caches.keys();
    const old = names.filter((name) => name.startsWith(NAME) && name !== NAME + digest);
    await Promise.all(old.map((name) => self.caches.delete(name)));
    const found = await self.caches.match(WITHIN, { cacheName: NAME + digest });
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // a page that came without HTTPS, or a browser that keeps nothing
  }
}

/** Throw away the memory that was kept. */
export async function dropSnapshot(digest) {
  await self.caches.delete(NAME + digest);
}

/** Keep a memory for the next start; where the browser has no room, the next start takes its time. */
export async function keepSnapshot(digest, memory) {
  try {
    const cache = await self.caches.open(NAME + digest);
    await cache.put(WITHIN, new Response(memory));
  } catch {
    // nothing is lost but time
  }
}
