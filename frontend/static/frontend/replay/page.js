// What the replay page runs: one module, so that the parts that both need are there once.
import "./replay.js";
import "./review.js";
import "./sounds.js";
