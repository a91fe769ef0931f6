// The keys by which the reader verifies published results are kept in this browser, for the next time.
import { Stored } from "../site/stored.js";

const kept = new Stored("referee.trusted-keys"),
  keys = document.getElementById("keys");

keys.value ||= kept.get() ?? "";
keys.form.addEventListener("submit", () => kept.set(keys.value.trim() || null));
