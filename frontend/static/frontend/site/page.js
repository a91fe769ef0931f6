// What every page does beside htmx: uploads dropped files and shows their progress, copies links, unfolds a verdict for print.
import "./searches.js";

const form = document.getElementById("drop");
if (form) {
  const files = form.querySelector("input[type=file]");
  const bar = form.querySelector("progress");
  const understood = () => [...document.querySelectorAll("#results .understood")];
  // What was told of other files says nothing of these.
  const send = () => {
    for (const shown of understood()) shown.remove();
    form.requestSubmit();
  };
  files.addEventListener("change", () => files.files.length && send());
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
  }
  for (const kind of ["dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.remove("over");
    });
  }
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    files.files = event.dataTransfer.files;
    send();
  });
  const unsent = document.getElementById("unsent");
  let before = [];
  form.addEventListener("htmx:beforeRequest", () => {
    unsent.hidden = true;
    before = understood();
  });
  for (const kind of ["htmx:responseError", "htmx:sendError"])
    form.addEventListener(kind, () => {
      unsent.hidden = false;
    });
  form.addEventListener("htmx:xhr:progress", (event) => {
    if (event.detail.lengthComputable) bar.value = (100 * event.detail.loaded) / event.detail.total;
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) for (const shown of before) shown.remove();
    if (!understood().length) form.reset(); // else the files are still to be stored
    bar.value = 0;
    if (event.detail.successful) document.getElementById("results").scrollIntoView();
  });
} else if (document.getElementById("if-astray")) {
  // A browser would open what is dropped on a page without a drop zone in its place: ask where it goes instead.
  const dropped = (event) => event.dataTransfer.types.includes("Files") && !event.target.closest("input[type=file]");
  document.addEventListener("dragover", (event) => {
    if (dropped(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!dropped(event)) return;
    event.preventDefault();
    askWhere(event.dataTransfer.files);
  });
}

/** Ask into which archive these files go; what was asked before is gone. */
function askWhere(files) {
  document.getElementById("astray")?.remove();
  document.getElementById("main").before(document.getElementById("if-astray").content.cloneNode(true));
  const box = document.getElementById("astray"),
    asking = box.querySelector("form"),
    text = document.getElementById("astray-files");
  asking.querySelector("input[type=file]").files = files;
  text.textContent = text.dataset.text.replace("{files}", [...files].map(({ name }) => name).join(", "));
  box.querySelector("[data-nothing]").addEventListener("click", () => box.remove());
  box.addEventListener("htmx:afterRequest", ({ detail }) => {
    const shown = box.querySelector(".understood"); // its fields and its button belong to the form
    if (detail.successful && !shown && !detail.requestConfig.path.endsWith("?part=state")) asking.remove();
    box.querySelector("[data-unsent]").hidden = detail.successful;
  });
  window.htmx.process(box);
  box.scrollIntoView({ block: "center" });
  asking.querySelector("button").focus();
}

// Where the browser has no passkeys, as at an address without https, their buttons would do nothing: a sentence says why.
const without = document.getElementById("no-passkeys");
if (without && !window.PublicKeyCredential)
  for (const button of document.querySelectorAll(without.dataset.buttons)) {
    button.hidden = true;
    without.hidden = false;
  }

// A button that copies a field: selects it, so that it can be copied by hand where the clipboard is closed to pages.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    /* selected all the same */
  }
});

// The moments of findings are drawn by a script of their own, on pages that have any, also in what comes later.
async function moments() {
  if (document.querySelector(".moment")) (await import("../verdict/moments.js")).watchMoments();
}
moments();
document.addEventListener("htmx:load", moments);

// A verdict is printed: everything on its page is unfolded, and folded again afterwards.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll(".printed-whole details:not([open], .moment)")) {
    folded.open = true;
    folded.dataset.folded = "yes";
  }
});
addEventListener("afterprint", () => {
  for (const folded of document.querySelectorAll("[data-folded]")) {
    folded.open = false;
    delete folded.dataset.folded;
  }
});
