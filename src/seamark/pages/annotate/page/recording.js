// The annotation page of recordings: boundaries are placed at the playhead while somebody listens.
import { announce, byId, element, showDialog, tell } from "../../shared/page.js";
import { notLoaded } from "../../shared/files.js";
import { FirstSteps } from "../../shared/first_steps.js";
import { describe, listen } from "../../shared/keyboard.js";
import { readPeaks, requireFile } from "../../shared/media.js";
import { drawWaveform, tickStep } from "../../shared/waveform.js";
import { clock } from "../../shared/words.js";
import { askWho, fill, onClicks, Session } from "./session.js";
import { positionsOf } from "./study_file.js";

/** @typedef {import("./work.js").Item} Item */
/** @typedef {{ name: string, items: Item[], media: import("../../shared/media.js").Expected, seconds: number, cues: [number, number, string][] }} Recording */

/** @type {import("./work.js").Study & { recordings: { name: string, items: number[], media: any, seconds: number, cues: any[] }[], tiers: string[] }} */
const study = JSON.parse(byId("data").textContent);
/** @type {Recording[]} */
const recordings = study.order.map((number) => ({ ...study.recordings[number], items: study.recordings[number].items.map((index) => study.items[index]) }));

// Seconds per unit.
const STEP = Number(study.step);
const NUDGE = 10;
const FRAME = 40;
const JUMP = 5;
// A boundary within so many seconds of the playhead is the one that is meant; and pixels around it that a finger hits.
const NEAR = 0.15;
const REACH = 14;
const [SHORTEST, LOOPED] = [0.5, 1];

/** @param {string} coder */
function begin(coder) {
  /** @type {Session} */
  const session = new Session(study, coder, {
    things: "recordings",
    item: () => item().name,
    unfinished: () => [recordings.filter((_, index) => !isDone(index)).length, recordings.length],
    listening: () => !media.paused,
    redraw: () => {
      if (current !== null && !work.boundary(item().name, current)) current = null;
      refresh();
    },
    refresh: () => refresh(),
  });
  const { work } = session;
  const steps = new FirstSteps("recording", [
    { words: "Open the recording that belongs to this page: it stays on your computer.", act: "open" },
    { words: "Play it: press Space, or Play.", act: "play" },
    { words: "Put a boundary where something new begins: press Enter, or Boundary, while you listen.", act: "place" },
    { words: "Move it by 10 ms with , and . or take it away with Backspace. Keys 1 to 9 label the segment. When the recording is finished, press D or Done; at the end, Save file makes the file that you send.", act: null },
  ], () => {
    if (byId("guidelines")) showDialog("guidelines");
    else byId("wave").focus();
  });

  let number = 0;
  let tier = 0;
  /** The boundary that was touched last, in units; null where there is none. @type {number | null} */
  let current = null;
  /** @type {Map<number, { file: File, peaks: import("../../shared/media.js").Peaks | null, why: string }>} */
  const opened = new Map();
  const media = /** @type {HTMLVideoElement} */ (byId("media"));
  let address = "";
  let looping = false;
  /** Seconds that the large waveform shows, and where it begins while nothing plays. */
  let shownSeconds = 20;
  let from = 0;

  const recording = () => recordings[number];
  const item = () => recording().items[tier];
  const end = () => recording().seconds;
  const units = (/** @type {number} */ seconds) => Math.round(seconds / STEP);
  const last = () => item().length - 1;
  const labelled = study.labels.length > 0;
  const labelOf = (/** @type {number} */ type) => String(study.labels[type] ?? "");
  const timeOf = (/** @type {number} */ position) => clock(position * STEP);

  // --------------------------------------------------------------------------------------------------- the recording

  /** @param {number} to */
  function open(to) {
    session.countTime();
    media.pause();
    number = to;
    tier = Math.min(tier, recording().items.length - 1);
    current = null;
    from = 0;
    shownSeconds = Math.min(20, end());
    showMedia();
    refresh();
    announce(`${recording().name}, ${clock(end())}`);
  }

  function showMedia() {
    if (address) URL.revokeObjectURL(address);
    const found = opened.get(number);
    address = found ? URL.createObjectURL(found.file) : "";
    if (found) media.src = address;
    else media.removeAttribute("src");
    media.hidden = true;
    byId("choose").hidden = Boolean(found);
    byId("choose-words").textContent = `Open ${recording().media.file} from your disk. It is played here, and neither copied nor sent.`;
    for (const id of ["play", "back", "forward", "loop", "boundary"]) byId(id).disabled = !found;
  }

  async function take() {
    const [file] = byId("media-file").files;
    byId("media-file").value = "";
    if (!file) return;
    const taken = number;
    try {
      await requireFile(file, recording().media);
    } catch (error) {
      tell(notLoaded(file.name, error));
      return;
    }
    tell("");
    /** @type {{ file: File, peaks: import("../../shared/media.js").Peaks | null, why: string }} */
    const found = { file, peaks: null, why: "" };
    opened.set(taken, found);
    if (taken === number) showMedia();
    refresh();
    byId("wave").focus();
    announce(`${file.name} is open`);
    steps.did("open");
    const { peaks, why } = await readPeaks(file, recordings[taken].seconds, () => draw());
    Object.assign(found, { peaks, why });
    if (why) announce(why);
    draw();
  }

  media.addEventListener("loadedmetadata", () => {
    media.hidden = !media.videoWidth;
    const off = Math.abs(media.duration - end());
    if (Number.isFinite(media.duration) && off > 0.5) tell(`This recording lasts ${clock(media.duration)}, and the study expects ${clock(end())}: it may be another version.`);
    media.playbackRate = Number(byId("speed").value);
    draw();
  });
  media.addEventListener("error", () => {
    if (media.hasAttribute("src")) tell("This browser cannot play the file. Another browser, or a WAV or MP3 version of it, may do.");
  });
  for (const kind of ["play", "pause", "ended"]) {
    media.addEventListener(kind, () => {
      byId("play").firstChild.textContent = media.paused ? "Play " : "Pause ";
      if (media.paused) from = windowFrom();
      draw();
    });
  }

  function play() {
    if (!opened.has(number)) return;
    if (media.paused) {
      void media.play();
      steps.did("play");
    } else media.pause();
  }

  /** @param {number} seconds */
  function seek(seconds) {
    media.currentTime = Math.max(0, Math.min(end(), seconds));
    if (media.paused) from = windowFrom();
    draw();
  }

  function toggleLoop() {
    looping = !looping;
    byId("loop").setAttribute("aria-pressed", String(looping));
    announce(looping ? "Playing around the boundary again and again" : "No longer repeating");
    if (looping && media.paused) play();
  }

  // --------------------------------------------------------------------------------------------------- the boundaries

  /** The boundary at the playhead or the one touched last, if it is in view. */
  function meant() {
    const now = media.currentTime;
    const near = positionsOf(work.of(item().name)).filter((position) => position > 0 && Math.abs(position * STEP - now) <= NEAR);
    near.sort((one, other) => Math.abs(one * STEP - now) - Math.abs(other * STEP - now));
    return near[0] ?? null;
  }

  function place() {
    if (!opened.has(number)) return announce("Open the recording first");
    const position = units(media.currentTime);
    if (position < 1 || position > last()) return announce("There is no place for a boundary here");
    if (work.boundary(item().name, position)) return announce("There is a boundary already");
    work.setBoundary(item().name, position, { type: labelled ? -1 : 0, comment: "", unsure: false }, `boundary at ${timeOf(position)}`);
    current = position;
    announce(`Boundary at ${timeOf(position)}, ${count()} in all`);
    refresh();
    return steps.did("place");
  }

  function remove() {
    if (current === null || current === 0) return announce("There is no boundary here");
    const at = timeOf(current);
    work.setBoundary(item().name, current, null, `boundary at ${at}`);
    current = null;
    announce(`Removed at ${at}, ${count()} in all`);
    return refresh();
  }

  /** Move the boundary that was touched last. @param {number} milliseconds */
  function nudge(milliseconds) {
    if (current === null || current === 0) return announce("Choose a boundary first");
    const to = current + units(milliseconds / 1000);
    if (to < 1 || to > last() || work.boundary(item().name, to)) return announce("There is no room to move");
    work.moveBoundary(item().name, current, to, `move of the boundary at ${timeOf(current)}`);
    current = to;
    if (media.paused) media.currentTime = to * STEP;
    announce(`Moved to ${timeOf(to)}`);
    return refresh();
  }

  /** Label the segment at the playhead, or that of the boundary touched last. @param {number} label */
  function setLabel(label) {
    if (label >= study.labels.length) return;
    const now = units(media.currentTime);
    const starts = [0, ...positionsOf(work.of(item().name)).filter((position) => position > 0)];
    const start = current ?? starts.findLast((position) => position <= now) ?? 0;
    const found = work.boundary(item().name, start) ?? { type: -1, comment: "", unsure: false };
    const type = found.type === label ? -1 : label;
    work.setBoundary(item().name, start, start === 0 && type < 0 ? null : { ...found, type }, `label at ${timeOf(start)}`);
    announce(`${type < 0 ? "No label" : labelOf(type)} from ${timeOf(start)}`);
    refresh();
  }

  /** @param {number} by */
  function step(by) {
    const now = units(media.currentTime);
    const places = [0, ...positionsOf(work.of(item().name)).filter((position) => position > 0)];
    const to = by > 0 ? places.find((position) => position > (current ?? now)) : places.findLast((position) => position < (current ?? now));
    if (to === undefined) return announce(by > 0 ? "This is the last boundary" : "This is the first boundary");
    return choose(to);
  }

  /** @param {number | null} position */
  function choose(position) {
    current = position;
    if (position !== null) seek(position * STEP);
    refresh();
    if (position) announce(`Boundary at ${timeOf(position)}`);
  }

  const count = () => positionsOf(work.of(item().name)).filter((position) => position > 0).length;

  /** @param {Partial<import("./work.js").Boundary>} part @param {string} title */
  function changeBoundary(part, title) {
    const found = current === null ? null : work.boundary(item().name, current);
    if (!found || current === null) return announce("There is no boundary here");
    work.setBoundary(item().name, current, { ...found, ...part }, `${title} at ${timeOf(current)}`);
    return refresh();
  }

  /** All tiers of a recording are done together. */
  function finish() {
    session.countTime();
    const done = isDone(number);
    const when = done ? null : new Date().toISOString();
    work.changeAll(`mark of ${recording().name}`, recording().items.map((one) => ({ part: one.name, key: "done", before: work.of(one.name).done, after: when })));
    refresh();
    if (done) return announce(`${recording().name} is not done`);
    const open_ = recordings.flatMap((_, index) => (isDone(index) ? [] : [index]));
    if (!open_.length) return announce("All recordings are done: save the file");
    return open(open_.find((index) => index > number) ?? open_[0]);
  }

  /** @param {number} index */
  const isDone = (index) => recordings[index].items.every((one) => work.of(one.name).done !== null);

  // --------------------------------------------------------------------------------------------------------- drawing

  /** While it plays the playhead stays in the middle. */
  function windowFrom() {
    const middle = media.currentTime - shownSeconds / 2;
    if (!media.paused) return middle;
    const inside = media.currentTime >= from && media.currentTime <= from + shownSeconds;
    return inside ? from : middle;
  }

  let asked = 0;
  function draw() {
    if (!asked) asked = requestAnimationFrame(paint);
  }

  function paint() {
    asked = 0;
    const start = windowFrom();
    const stretch = { from: start, to: start + shownSeconds };
    const state = work.of(item().name);
    const marks = positionsOf(state).filter((position) => position > 0).map((position) => ({ time: position * STEP, current: position === current, unsure: state.boundaries[position].unsure }));
    const peaks = opened.get(number)?.peaks ?? null;
    const shown = { marks, playhead: media.currentTime, end: end() };
    drawWaveform(byId("wave"), peaks, stretch, shown);
    drawWaveform(byId("overview"), peaks, { from: 0, to: end() }, { ...shown, window: stretch });
    paintTicks(stretch);
    paintTiers(stretch);
    byId("clock").textContent = `${clock(media.currentTime)} / ${clock(end())}`;
    const cue = recording().cues.findLast(([from_, to]) => from_ <= media.currentTime && media.currentTime < to)?.[2] ?? "";
    if (byId("cue").textContent !== cue) byId("cue").textContent = cue;
    if (!media.paused) {
      if (looping && current !== null && media.currentTime > current * STEP + LOOPED) media.currentTime = Math.max(0, current * STEP - LOOPED);
      draw();
    }
  }

  /** @param {import("../../shared/waveform.js").Stretch} stretch */
  function paintTicks(stretch) {
    const width = byId("ticks").clientWidth;
    const every = tickStep((stretch.to - stretch.from) / width);
    const made = [];
    for (let tick = Math.max(0, Math.ceil(stretch.from / every)); tick * every <= Math.min(stretch.to, end()); tick += 1) {
      const label = element("span", null, clock(tick * every).replace(/\.?0+$/, (zeros) => (zeros.startsWith(".") ? "" : zeros)));
      label.style.left = `${(100 * (tick * every - stretch.from)) / (stretch.to - stretch.from)}%`;
      made.push(label);
    }
    byId("ticks").replaceChildren(...made);
  }

  /** @param {import("../../shared/waveform.js").Stretch} stretch */
  function paintTiers(stretch) {
    const rows = recording().items.map((one, index) => {
      const state = work.of(one.name);
      const starts = [0, ...positionsOf(state).filter((position) => position > 0)];
      const row = element("div", { class: index === tier ? "tier" : "tier other" });
      starts.forEach((position, segment) => {
        const [left, right] = [position * STEP, (starts[segment + 1] ?? one.length) * STEP];
        if (right < stretch.from || left > stretch.to) return;
        const label = labelOf(state.boundaries[position]?.type ?? -1);
        const box = element("span", { class: label ? "" : "bare", dir: "auto" }, label);
        const [begin_, stop] = [Math.max(left, stretch.from), Math.min(right, stretch.to)];
        box.style.left = `${(100 * (begin_ - stretch.from)) / shownSeconds}%`;
        box.style.width = `${(100 * (stop - begin_)) / shownSeconds}%`;
        row.append(box);
      });
      return row;
    });
    byId("lanes").replaceChildren(...rows);
  }

  /** @param {number} factor */
  function zoom(factor) {
    const middle = media.currentTime;
    shownSeconds = Math.max(SHORTEST, Math.min(Math.max(end(), SHORTEST), shownSeconds * factor));
    from = Math.max(-shownSeconds / 2, middle - shownSeconds / 2);
    draw();
  }

  function refresh() {
    const state = work.of(item().name);
    const found = current === null ? null : work.boundary(item().name, current);
    const done = recordings.filter((_, index) => isDone(index)).length;
    byId("tally").textContent = `${done} of ${recordings.length} ${recordings.length === 1 ? "recording" : "recordings"} done`;
    byId("progress").value = done / recordings.length;
    byId("count").textContent = `${count()} ${count() === 1 ? "boundary" : "boundaries"}`;
    [...byId("items").options].forEach((option, index) => {
      option.textContent = `${isDone(index) ? "✓ " : ""}${recordings[index].name}`;
    });
    byId("items").selectedIndex = number;
    byId("previous").disabled = number === 0;
    byId("next").disabled = number === recordings.length - 1;
    byId("boundary-notes").disabled = !found || current === 0;
    byId("boundary-title").textContent = current ? `Boundary at ${timeOf(current)}` : "No boundary chosen";
    byId("item-title").textContent = recording().name;
    byId("done").setAttribute("aria-pressed", String(isDone(number)));
    fill("boundary-comment", found?.comment ?? "");
    fill("item-comment", state.comment);
    byId("boundary-unsure").checked = found?.unsure ?? false;
    byId("item-unsure").checked = state.unsure;
    [...byId("tiers").children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === tier)));
    session.showState();
    showSegments(state);
    draw();
  }

  /** @param {import("./work.js").ItemState} state */
  function showSegments(state) {
    const starts = [0, ...positionsOf(state).filter((position) => position > 0)];
    const rows = starts.map((position) => {
      const found = state.boundaries[position];
      const words = `${labelOf(found?.type ?? -1)}${found?.unsure ? " ?" : ""}${found?.comment ? " ✎" : ""}`;
      const button = element("button", { type: "button", ...(position === current ? { "aria-current": "true" } : {}) }, element("time", null, timeOf(position)), element("bdi", null, words));
      button.addEventListener("click", () => choose(position));
      return element("li", null, button);
    });
    byId("segments").replaceChildren(...rows);
    byId("segments").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------------------------------------------------- pointers

  /** @param {PointerEvent} event @param {HTMLCanvasElement} canvas @param {import("../../shared/waveform.js").Stretch} stretch */
  function timeAt(event, canvas, stretch) {
    const box = canvas.getBoundingClientRect();
    return stretch.from + ((event.clientX - box.left) / box.width) * (stretch.to - stretch.from);
  }

  const wave = /** @type {HTMLCanvasElement} */ (byId("wave"));
  /** The boundary that is dragged, and where it began. @type {number | null} */
  let dragged = null;
  wave.addEventListener("pointerdown", (event) => {
    const start = windowFrom();
    const stretch = { from: start, to: start + shownSeconds };
    const time = timeAt(event, wave, stretch);
    const reach = (REACH * shownSeconds) / wave.clientWidth;
    const hit = positionsOf(work.of(item().name)).filter((position) => position > 0 && Math.abs(position * STEP - time) <= reach);
    hit.sort((one, other) => Math.abs(one * STEP - time) - Math.abs(other * STEP - time));
    wave.focus();
    if (hit.length) {
      dragged = hit[0];
      current = hit[0];
      wave.setPointerCapture(event.pointerId);
      refresh();
    } else {
      current = null;
      seek(time);
      refresh();
    }
  });
  wave.addEventListener("pointerup", (event) => {
    if (dragged === null) return;
    const start = windowFrom();
    const to = units(timeAt(event, wave, { from: start, to: start + shownSeconds }));
    const moved = Math.abs(to - dragged) * STEP > (3 * shownSeconds) / wave.clientWidth;
    if (moved && to >= 1 && to <= last() && !work.boundary(item().name, to)) {
      work.moveBoundary(item().name, dragged, to, `move of the boundary at ${timeOf(dragged)}`);
      current = to;
      announce(`Moved to ${timeOf(to)}`);
    } else if (!moved) seek(dragged * STEP);
    dragged = null;
    refresh();
  });
  wave.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.ctrlKey) zoom(event.deltaY > 0 ? 1.25 : 0.8);
    else if (media.paused) {
      from = Math.max(-shownSeconds / 2, Math.min(end() - shownSeconds / 2, windowFrom() + ((event.deltaX || event.deltaY) / wave.clientWidth) * shownSeconds));
      // The playhead goes along, so that what is looked at is what is played.
      media.currentTime = Math.max(0, Math.min(end(), from + shownSeconds / 2));
      draw();
    }
  }, { passive: false });
  byId("overview").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => seek(timeAt(event, byId("overview"), { from: 0, to: end() })));
  new ResizeObserver(() => draw()).observe(wave);

  // ------------------------------------------------------------------------------------------------------- controls

  byId("items").append(...recordings.map((one) => element("option", null, one.name)));
  byId("items").addEventListener("change", () => open(byId("items").selectedIndex));
  byId("labels").hidden = !labelled;
  byId("labels").append(...study.labels.map((name, index) => {
    const button = element("button", { type: "button", class: "plain" }, `${index + 1} `, element("bdi", null, String(name)));
    button.addEventListener("click", () => setLabel(index));
    return button;
  }));
  byId("tiers").hidden = study.tiers.length < 2;
  byId("tiers").append(...study.tiers.map((name, index) => {
    const button = element("button", { type: "button", class: "plain", "aria-pressed": "false" }, element("bdi", null, name));
    button.addEventListener("click", () => chooseTier(index));
    return button;
  }));
  /** @param {number} index */
  function chooseTier(index) {
    session.countTime();
    tier = index;
    current = null;
    refresh();
    announce(`Tier ${study.tiers[index]}`);
  }
  byId("boundary-comment").addEventListener("input", () => changeBoundary({ comment: byId("boundary-comment").value }, "comment"));
  byId("boundary-unsure").addEventListener("change", () => changeBoundary({ unsure: byId("boundary-unsure").checked }, "doubt"));
  byId("item-comment").addEventListener("input", () => { work.change(`comment of ${item().name}`, item().name, "comment", byId("item-comment").value); refresh(); });
  byId("item-unsure").addEventListener("change", () => { work.change(`doubt of ${item().name}`, item().name, "unsure", byId("item-unsure").checked); refresh(); });
  for (const id of ["boundary-comment", "item-comment"]) {
    byId(id).addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      byId("panel").classList.remove("open");
      byId("wave").focus();
    });
  }
  byId("media-file").addEventListener("change", take);
  byId("speed").addEventListener("change", () => {
    media.playbackRate = Number(byId("speed").value);
    byId("wave").focus();
  });
  const note = () => {
    byId("panel").classList.add("open");
    if (current) byId("boundary-comment").focus();
    else byId("item-comment").focus();
  };
  const speed = (/** @type {number} */ by) => {
    byId("speed").selectedIndex = Math.max(0, Math.min(byId("speed").options.length - 1, byId("speed").selectedIndex + by));
    media.playbackRate = Number(byId("speed").value);
    announce(`Speed ${byId("speed").value}`);
  };
  /** @type {Record<string, () => void>} */
  const clicks = {
    previous: () => open(number - 1), next: () => open(number + 1), undo: () => session.goBack("undo"), redo: () => session.goBack("redo"), save: () => session.save(), load: () => byId("file").click(), done: finish,
    "open-media": () => byId("media-file").click(), play, back: () => seek(media.currentTime - JUMP), forward: () => seek(media.currentTime + JUMP), loop: toggleLoop,
    "zoom-in": () => zoom(0.5), "zoom-out": () => zoom(2), boundary: place, remove, earlier: () => nudge(-NUDGE), later: () => nudge(NUDGE),
    "open-notes": note, "close-panel": () => byId("panel").classList.remove("open"), "show-keys": () => showDialog("keys"), "show-guidelines": () => showDialog("guidelines"),
    "show-guide": () => steps.begin(), print: () => window.print(),
  };
  onClicks(clicks);
  const onStage = (/** @type {() => void} */ run) => () => { run(); if (document.activeElement instanceof HTMLButtonElement) byId("wave").focus(); };
  const bindings = [
    { keys: [" "], shown: "Space", does: "play or pause", run: onStage(play) },
    { keys: ["Enter"], shown: "Enter", does: "boundary at the playhead", run: onStage(place) },
    { keys: ["ArrowLeft"], shown: "←", does: "a second back", run: () => seek(media.currentTime - 1) },
    { keys: ["ArrowRight"], shown: "→", does: "a second on", run: () => seek(media.currentTime + 1) },
    { keys: ["Shift+ArrowLeft"], shown: "Shift+←", does: "five seconds back", run: () => seek(media.currentTime - JUMP) },
    { keys: ["Shift+ArrowRight"], shown: "Shift+→", does: "five seconds on", run: () => seek(media.currentTime + JUMP) },
    { keys: ["Home"], shown: "Home", does: "to the beginning", run: () => seek(0) },
    { keys: ["End"], shown: "End", does: "to the end", run: () => seek(end()) },
    { keys: [","], shown: ",", does: "move the boundary 10 ms earlier", run: () => nudge(-NUDGE) },
    { keys: ["."], shown: ".", does: "move the boundary 10 ms later", run: () => nudge(NUDGE) },
    { keys: ["<", ";"], shown: "Shift+,", does: "move the boundary a frame (40 ms) earlier", run: () => nudge(-FRAME) },
    { keys: [">", ":"], shown: "Shift+.", does: "move the boundary a frame (40 ms) later", run: () => nudge(FRAME) },
    { keys: ["["], shown: "[", does: "previous boundary", run: () => step(-1) },
    { keys: ["]"], shown: "]", does: "next boundary", run: () => step(1) },
    { keys: ["x"], shown: "x", does: "choose the boundary at the playhead", run: () => choose(meant()) },
    ...(labelled ? study.labels.map((name, index) => ({ keys: [String(index + 1)], shown: String(index + 1), does: `label the segment ${name}; again removes the label`, run: () => setLabel(index) })) : []),
    { keys: ["Backspace", "Delete"], shown: "Backspace", does: "remove the boundary", run: remove },
    { keys: ["r"], shown: "r", does: "play around the boundary again and again", run: toggleLoop },
    { keys: ["-"], shown: "-", does: "zoom out", run: () => zoom(2) },
    { keys: ["+", "="], shown: "+", does: "zoom in", run: () => zoom(0.5) },
    { keys: ["j"], shown: "j", does: "slower", run: () => speed(-1) },
    { keys: ["k"], shown: "k", does: "faster", run: () => speed(1) },
    ...(study.tiers.length > 1 ? [{ keys: ["t"], shown: "t", does: "next tier", run: () => chooseTier((tier + 1) % study.tiers.length) }] : []),
    { keys: ["c"], shown: "c", does: "note on the boundary, or on the recording where none is chosen; Escape goes back", run: note },
    { keys: ["u"], shown: "u", does: "unsure about the boundary, or no longer", run: () => changeBoundary({ unsure: !(current !== null && work.boundary(item().name, current)?.unsure) }, "doubt") },
    { keys: ["d"], shown: "d", does: "the recording is done, go on to the next; or it is not done after all", run: finish },
    { keys: ["n"], shown: "n", does: "next recording", run: () => { if (number < recordings.length - 1) open(number + 1); } },
    { keys: ["p"], shown: "p", does: "previous recording", run: () => { if (number > 0) open(number - 1); } },
    { keys: ["Ctrl+z"], shown: "Ctrl+Z", does: "undo", run: () => session.goBack("undo") },
    { keys: ["Ctrl+y", "Ctrl+Shift+z"], shown: "Ctrl+Y", does: "redo", run: () => session.goBack("redo") },
    { keys: ["s", "Ctrl+s"], shown: "s, Ctrl+S", does: "save the file", run: clicks.save },
    { keys: ["o"], shown: "o", does: "open the recording from disk", run: clicks["open-media"] },
    ...(byId("guidelines") ? [{ keys: ["g"], shown: "g", does: "guidelines", run: clicks["show-guidelines"] }] : []),
    { keys: ["?"], shown: "?", does: "this list", run: clicks["show-keys"] },
  ];
  listen(bindings);
  describe(bindings);
  const waiting = recordings.findIndex((_, index) => !isDone(index));
  open(Math.max(0, waiting));
  steps.beginOnce();
  work.addTime(item().name, 0.001);
}

askWho(study, begin);
