// Downloads: a position as a picture, a round as an animation, drawn by the code that draws the page.
import { felt } from "./draw.js";
import { definitions, layers } from "./paint.js";

/** Offer a file for download. */
export function saved(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** An SVG as a PNG at twice its size. */
export async function picture(markup) {
  const image = new Image(),
    canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
}

/** Every run of scenes in which a piece of markup stays unchanged, by first scene. */
function stretches(all) {
  const open = new Map(),
    found = [];
  all.forEach((parts, scene) => {
    const now = new Set(parts);
    for (const [markup, since] of open)
      if (!now.has(markup)) {
        found.push({ markup, since, until: scene });
        open.delete(markup);
      }
    for (const markup of now) if (markup && !open.has(markup)) open.set(markup, scene);
  });
  for (const [markup, since] of open) found.push({ markup, since, until: all.length });
  return found.sort((one, other) => one.since - other.since);
}

/** A round as one looping SVG, `pace` milliseconds a move, with a pause at the end. */
export function animated(scenes, pace, dark) {
  const rest = 4,
    steps = scenes.length + rest,
    [{ width, height }] = scenes;
  const seconds = ((steps * pace) / 1000).toFixed(2),
    key = (scene) => (scene / steps).toFixed(5);
  const drawn = [0, 1].map((layer) =>
    stretches(scenes.map((scene) => layers(scene)[layer]))
      .map(({ markup, since, until }) => {
        const end = until === scenes.length ? steps : until;
        if (since === 0 && end === steps) return markup;
        const keys = [
          ...(since ? [["0", "none"]] : []),
          [key(since), "inline"],
          ...(end < steps ? [[key(end), "none"]] : []),
        ];
        return `<g display="none"><animate attributeName="display" calcMode="discrete" dur="${seconds}s" repeatCount="indefinite" keyTimes="${keys.map(([time]) => time).join(";")}" values="${keys.map(([, value]) => value).join(";")}"/>${markup}</g>`;
      })
      .join(""),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${felt(width, height, dark)}<defs>${definitions(scenes.flatMap((scene) => scene.pieces))}</defs><g>${drawn[0]}</g><g>${drawn[1]}</g></svg>`;
}
