// The small parts that boards are put together from.

/** An element with a class and a text, where there are any. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The language of the page, as frames name it. */
export const LANGUAGE = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
