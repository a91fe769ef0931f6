// Quiet sounds of the moves, made here: a click, a lower one for what is called out, a bell at a win or a finding. Off until switched
// on, and silent while the page is not seen.
const KEY = "referee.sounds";
const LOUD = 0.08;
// Each tone: hertz, seconds until it has died away.
const SOUNDS = {
  click: [[1500, 0.05]],
  call: [[240, 0.16]],
  bell: [
    [880, 0.7],
    [1318, 0.5],
  ],
};
const toggle = document.getElementById("sounds");
let audio = null,
  on = false,
  before = null;

function play(name) {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [pitch, long] of SOUNDS[name]) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch }),
      gain = new GainNode(audio);
    gain.gain.setValueAtTime(LOUD, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(now);
    tone.stop(now + long);
  }
}

/** The sound of a move: none for a draw and for one that shows and says nothing. */
function soundOf({ mark, call, short }) {
  if (mark === "win" || mark === "finding") return "bell";
  if (call) return "call";
  return short && !short.drawn && short.pieces.length ? "click" : "";
}

function turn(yes) {
  on = yes;
  toggle.setAttribute("aria-pressed", String(on));
}

turn(localStorage.getItem(KEY) === "on");
toggle.addEventListener("click", () => {
  turn(!on);
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("click");
});
document.addEventListener("replay-drawn", ({ detail: { move, frame } }) => {
  const next = before !== null && move === before + 1;
  before = move;
  const sound = next && on && !document.hidden && soundOf(frame);
  if (sound) play(sound);
});
