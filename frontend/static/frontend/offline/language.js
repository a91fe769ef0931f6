// Leads to the document in the reader's language: the first of the browser's languages that there is a document in.
const links = [...document.querySelectorAll("a[hreflang]")];

/** A language with its script, so that `zh-TW` and `zh-Hant` are the same. Chinese of no place is Traditional here. */
function whole(name) {
  const { language, script } = new Intl.Locale(name === "zh" ? "zh-Hant" : name).maximize();
  return `${language}-${script}`;
}

const found = navigator.languages.map((name) => links.find(({ hreflang }) => whole(hreflang) === whole(name)));
location.replace(found.find(Boolean) ?? links[0]);
