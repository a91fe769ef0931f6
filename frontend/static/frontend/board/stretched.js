// How a table fills its room.

/** Width and height of a shape stretched to a ratio of both, as far as it may be; as they are without one. */
export function stretched({ width, height, widest, tallest }, ratio) {
  if (!ratio) return { width, height };
  return ratio > width / height
    ? { width: Math.min(widest, height * ratio), height }
    : { width, height: Math.min(tallest, width / ratio) };
}
