// What the scripts of several pages share: elements, sentences with values, the language.

/** An element with a class and a text, where there are any. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A sentence with its values put in, each at its name in braces; nothing where there is no such value. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => written(values[key] ?? ""));

/** A value as text; a number below nought with the minus sign that points have everywhere. */
export const written = (value) => (typeof value === "number" ? String(value).replace("-", "−") : value);

/** The language of the page, as frames name it: `zh`, `zh-Hans` or `en`. */
export const LANGUAGE = document.documentElement.lang.replace("zh-Hant", "zh");
