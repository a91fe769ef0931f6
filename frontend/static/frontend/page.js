// What pages do beside htmx: files dropped on the page are put into the form, choosing them sends it, its progress is shown.
const form = document.getElementById("drop");
if (form) {
  const files = form.querySelector("input[type=file]");
  const bar = form.querySelector("progress");
  files.addEventListener("change", () => files.files.length && form.requestSubmit());
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over"); });
  }
  for (const kind of ["dragleave", "drop"]) {
    document.addEventListener(kind, (event) => { event.preventDefault(); form.classList.remove("over"); });
  }
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    files.files = event.dataTransfer.files;
    form.requestSubmit();
  });
  const unsent = document.getElementById("unsent");
  form.addEventListener("htmx:beforeRequest", () => { unsent.hidden = true; });
  for (const kind of ["htmx:responseError", "htmx:sendError"]) form.addEventListener(kind, () => { unsent.hidden = false; });
  form.addEventListener("htmx:xhr:progress", (event) => {
    if (event.detail.lengthComputable) bar.value = 100 * event.detail.loaded / event.detail.total;
  });
  form.addEventListener("htmx:afterRequest", () => { form.reset(); bar.value = 0; });
}
