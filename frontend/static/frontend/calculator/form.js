// The form of the calculator, whose text fields hold the hand.
import { read } from "./hand.js";

/** The texts of the fields. */
export function textsIn(form) {
  const { hand, melds, win } = form.elements;
  return { hand: hand.value, melds: melds.value, win: win.value };
}

/** The hand that the fields write. */
export const handIn = (form) => read(textsIn(form));

/** What the form asks, as parameters of an address. */
export function question(form) {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) parameters.append(name, value.trim());
  return parameters;
}

/** Circumstances that do not go with the way of winning are taken back; whose tile it was is asked where somebody else's pays. */
export function limitCircumstances(form) {
  const by = form.elements.by.value;
  for (const box of form.querySelectorAll("[data-ways]")) {
    box.disabled = !box.dataset.ways.split(" ").includes(by);
    if (box.disabled) box.checked = false;
  }
  limitSource(form, by !== form.elements.by[0].value);
}

function limitSource(form, others) {
  const fed = /(^|\s)gang:/.test(form.elements.melds.value) && form.querySelector("[data-replaced]:checked") !== null,
    winner = form.elements.winner.value,
    seats = [...form.elements.from];
  form.querySelector("#from").hidden = !others && !fed;
  for (const seat of seats) {
    seat.disabled = seat.value === winner || (!others && !fed);
    if (seat.disabled) seat.checked = false;
  }
  const next = seats[(seats.findIndex((seat) => seat.value === winner) + 1) % seats.length];
  if (others && !seats.some((seat) => seat.checked)) next.checked = true;
}
