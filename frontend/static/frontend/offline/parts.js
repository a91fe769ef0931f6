// The parts of the engine as they are fetched: counted, and held to their checksums.

/** The folder in which Python looks for its parts; it exists only here. */
export const PARTS = new URL("parts/", self.location.href).href;

/**
 * Fetch all parts at once. `tell` hears how many bytes of how many are there. From then on Python's own requests get these parts,
 * and nothing else can be asked for. Gives `bundles`, a promise of the sources, and `whole`, one that is kept when every part is
 * there and is what it should be.
 */
export function fetchParts(parts, tell) {
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  let loaded = 0;
  const count = (bytes) => {
    loaded += bytes;
    tell(loaded, total);
  };
  tell(loaded, total);
  const answers = new Map();
  const checks = [];
  for (const part of parts) {
    const answer = fetch(part.address).then((found) => {
      if (!found.ok) throw new Error(`${part.address}: ${found.status}`);
      return found;
    });
    answers.set(PARTS + part.name, answer);
    checks.push(answer.then((found) => check(part, found.clone(), count)));
  }
  self.fetch = (address) =>
    answers.get(String(address?.url ?? address)) ?? Promise.reject(new TypeError("the engine asks for nothing else"));
  const whole = Promise.all(checks);
  whole.catch(() => {});
  const sources = parts.filter(({ jobs }) => jobs);
  const bundles = Promise.all(sources.map((part) => answers.get(PARTS + part.name).then((found) => found.json())));
  return {
    bundles: bundles.then((found) => found.map((files, at) => ({ ...files, jobs: sources[at].jobs }))),
    whole,
  };
}

/** Read a part, and raise an error where it is not what it should be. */
async function check(part, found, count) {
  const chunks = [];
  for (const reader = found.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    count(value.length);
    chunks.push(value);
  }
  const data = await new Blob(chunks).arrayBuffer();
  if (data.byteLength !== part.bytes) throw new Error(`${part.name}: ${data.byteLength} bytes of ${part.bytes}`);
  // Only pages that came safely may compute it.
  if (!self.crypto.subtle) return;
  const digest = new Uint8Array(await self.crypto.subtle.digest("SHA-256", data));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== part.sha256) throw new Error(`${part.name}: another checksum than it should have`);
}
