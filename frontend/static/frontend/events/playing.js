// Tables that are written down as they are played: which round and move they are at and the points so far, asked for while the page
// shows such a table and somebody looks at it. What the page shows beside that, and which tables are played, comes with its parts.
const ASK = 5000;

/** Ask at `address` now and then, and write into `parts` what has come. */
export function followTables(parts, address) {
  let timer = 0,
    etag = "";

  function draw(text) {
    const fetched = new DOMParser().parseFromString(text, "text/html");
    for (const card of parts.querySelectorAll("[data-playing]")) {
      const found = fetched.querySelector(`[data-playing="${card.dataset.playing}"]`);
      if (!found) continue;
      card.querySelector(".playing").textContent = found.querySelector(".playing").textContent;
      for (const one of card.querySelectorAll("[data-side]"))
        one.textContent = found.querySelector(`[data-side="${CSS.escape(one.dataset.side)}"]`)?.textContent ?? "";
    }
  }

  async function ask() {
    clearTimeout(timer);
    if (document.hidden) return;
    if (parts.querySelector("[data-playing]")) {
      const answer = await fetch(address, { cache: "no-store", headers: etag ? { "If-None-Match": etag } : {} }).catch(
        () => null, // the page says elsewhere that there is no connection
      );
      if (answer?.status === 404) return;
      if (answer?.status === 200) {
        draw(await answer.text());
        etag = answer.headers.get("ETag") ?? "";
      }
    } else etag = "";
    timer = setTimeout(ask, ASK * (0.9 + 0.2 * Math.random()));
  }

  document.addEventListener("visibilitychange", ask);
  ask();
  return () => (etag = ""); // the parts are others now: what was known is not drawn in them
}
