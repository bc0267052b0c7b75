// Recordings that are opened from disk: what stands around a question is drawn, and plays when the question comes up.
import { announce, byId } from "../../shared/page.js";
import { readPeaks } from "../../shared/media.js";
import { drawWaveform } from "../../shared/waveform.js";
import { placeNow, placesOf, queue, study } from "./study.js";
import { stretchOf } from "./views.js";

/** @type {Map<number, { file: File, peaks: import("../../shared/media.js").Peaks | null }>} */
const opened = new Map();
const step = study.step ?? 1;
/** The item whose recording is loaded, and where it stops playing. */
let [loaded, stop, current] = [-1, 0, 0];

/** Take files whose name without suffix is that of an item. @param {Iterable<File>} files */
async function take(files) {
  const unknown = [];
  const found = [];
  for (const file of files) {
    const name = file.name.replace(/\.[^.]*$/, "");
    const item = study.items.findIndex((one) => one.name === name || one.name.split("/")[0] === name);
    if (item < 0) unknown.push(file.name);
    else found.push({ item, file });
  }
  for (const { item, file } of found) opened.set(item, { file, peaks: null });
  const words = `${opened.size} of ${study.items.length} open${unknown.length ? `; no item is called like ${unknown.join(", ")}` : ""}`;
  byId("sound-words").textContent = words;
  announce(words);
  showSound(current, false);
  for (const { item, file } of found) {
    const { peaks } = await readPeaks(file, study.items[item].mass * step, draw);
    opened.set(item, { file, peaks });
    draw();
  }
}

/** Show the sound around a question. @param {number} index @param {boolean} play  whether it plays by itself */
export function showSound(index, play) {
  if (study.step === null) return;
  current = index;
  const { item } = queue[index];
  const found = opened.get(item);
  const media = /** @type {HTMLVideoElement} */ (byId("media"));
  byId("play").disabled = !found;
  byId("wave").hidden = !found;
  if (!found) {
    media.pause();
    media.hidden = true;
    return;
  }
  if (loaded !== item) {
    if (media.src) URL.revokeObjectURL(media.src);
    media.src = URL.createObjectURL(found.file);
    loaded = item;
  }
  const [from, to] = stretchOf(index);
  media.currentTime = from * step;
  stop = to * step;
  if (play) void media.play();
  draw();
}

export function playAgain() {
  if (study.step !== null && opened.has(queue[current].item)) showSound(current, true);
}

let asked = 0;
function draw() {
  if (!asked) asked = requestAnimationFrame(paint);
}

function paint() {
  asked = 0;
  const found = opened.get(queue[current].item);
  if (!found) return;
  const media = /** @type {HTMLVideoElement} */ (byId("media"));
  const [from, to] = stretchOf(current);
  const now = placeNow(current);
  const marks = placesOf(queue[current]).map(({ place }) => ({ time: place[0] * step, current: now?.[0] === place[0], unsure: false }));
  drawWaveform(byId("wave"), found.peaks, { from: from * step, to: to * step }, { marks, playhead: media.currentTime, end: study.items[queue[current].item].mass * step });
  if (media.paused) return;
  if (media.currentTime >= stop) media.pause();
  draw();
}

export function listenForSound() {
  if (study.step === null) return;
  byId("open-media").addEventListener("click", () => byId("media-files").click());
  byId("media-files").addEventListener("change", () => void take([...byId("media-files").files]));
  byId("play").addEventListener("click", playAgain);
  byId("media").addEventListener("loadedmetadata", () => { byId("media").hidden = !byId("media").videoWidth; });
  byId("media").addEventListener("play", draw);
}
