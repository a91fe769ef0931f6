// A bell, and a telephone's vibration, at a new call. Off until switched on, as all sounds are.
const KEY = "referee.calls.sounds";
const BELL = [
  [880, 0.7],
  [1318, 0.5],
];
const toggle = document.getElementById("sounds");
let audio = null,
  on = false,
  newest = Number(document.getElementById("calls").dataset.newest);

function ring() {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [pitch, long] of BELL) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch }),
      gain = new GainNode(audio);
    gain.gain.setValueAtTime(0.2, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(now);
    tone.stop(now + long);
  }
  navigator.vibrate?.([200, 100, 200]);
}

function turn(yes) {
  on = yes;
  toggle.setAttribute("aria-pressed", String(on));
}

turn(localStorage.getItem(KEY) === "on");
toggle.addEventListener("click", () => {
  turn(!on);
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) ring();
});
document.addEventListener("part-drawn", ({ target }) => {
  const latest = Number(target.dataset.newest);
  if (on && latest > newest) ring();
  newest = Math.max(newest, latest);
});
