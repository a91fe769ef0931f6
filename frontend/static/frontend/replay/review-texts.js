// The texts of a review: how its figures, tiles and seats are said in the reader's language.
import { named as allNamed } from "../board/text-table.js";
import { filled } from "../site/parts.js";

/** Says the figures of a review in these words. */
export function reviewTexts(words) {
  const named = (face) => words.tiles[face] ?? face;
  const seatName = (letter) => words.seats[letter]?.said ?? letter;
  return {
    words,
    named,
    seatName,
    short: (letter) => words.seats[letter]?.short ?? letter,
    seat: (letter) => (words.names[letter] ? `${seatName(letter)} ${words.names[letter]}` : seatName(letter)),
    steps(number) {
      if (number === null) return words.never;
      if (number < 0) return words.complete;
      return filled(words.steps[Math.min(number, 2)], { n: number });
    },
    setText: (cards) => (cards === null ? "" : allNamed(words, [...cards])),
    valueText: (value) => words.unit.replace("{}", value),
  };
}
