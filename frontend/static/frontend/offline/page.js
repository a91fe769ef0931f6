// The frame of the offline pages: the one engine with its bar of progress, and the service worker that keeps all of it.
import { Engine } from "./engine.js";

const find = (id) => document.getElementById(id);
const box = find("engine"),
  bar = box.querySelector("progress"),
  words = box.querySelector("span"),
  sentences = JSON.parse(find("sentences").textContent);
const MEGA = 1_000_000;

/** The engine of this page; it is loaded when it is first asked. It holds what was opened, so another one would not be as good. */
export const engine = new Engine(document.documentElement.dataset.parts, { held: Infinity });

/** What an error of the engine means, in one sentence in the reader's language. */
export function told({ code, limit = "", most = 0, message = null }) {
  const sentence = message?.[sentences.language] ?? message?.en ?? sentences[`${code} ${limit}`.trim()] ?? code;
  return sentence.replace("{most}", limit === "memory" ? Math.round(most / MEGA) : most);
}

engine.addEventListener("progress", ({ detail: { state, loaded, total, error } }) => {
  find("without").hidden = error?.code !== "unsupported";
  box.hidden = state === "idle" || state === "ready" || error?.code === "unsupported";
  bar.hidden = state === "failed";
  if (state === "loading" && total) bar.value = loaded / total;
  else bar.removeAttribute("value");
  words.textContent = error ? told(error) : said(state, loaded, total);
  if (state === "ready") keepAll();
});

function said(state, loaded, total) {
  const inMegas = (bytes) => (bytes / MEGA).toFixed(1);
  return (box.dataset[state] ?? "").replace("{n}", inMegas(loaded)).replace("{of}", inMegas(total));
}

/** Have the service worker keep these pages and the engine. It is not there on pages without HTTPS. */
async function keepAll() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service-worker.js");
    (await navigator.serviceWorker.ready).active.postMessage("keep the engine");
  } catch {
    // a browser that keeps nothing: all of it is loaded anew the next time
  }
}

/** Say for a while that everything is kept. */
function tellKept() {
  words.textContent = box.dataset.kept;
  bar.hidden = true;
  box.hidden = false;
  setTimeout(() => (box.hidden = engine.progress.state === "ready"), 4000);
}

/** Say that a new version is there, and use it when the reader says so: what is being written is not lost unasked. */
async function tellOfNewer() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const show = () => {
    find("newer").hidden = !registration.waiting;
  };
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", show));
  show();
  find("newer")
    .querySelector("button")
    .addEventListener("click", () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      registration.waiting?.postMessage("take over");
    });
}

if (navigator.serviceWorker) {
  tellOfNewer();
  navigator.serviceWorker.addEventListener("message", ({ data }) => data === "kept" && tellKept());
}
