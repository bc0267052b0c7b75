// A recording drawn on a canvas: an overview of the whole, and a stretch of it with boundaries and the playhead.

/** @typedef {{ from: number, to: number }} Stretch  in seconds */
/** @typedef {{ time: number, current: boolean, unsure: boolean }} Mark */

/** Colours of the page, which follow light and dark. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return { wave: of("--mid"), mark: of("--deep"), current: of("--full"), head: of("--near"), line: of("--line"), quiet: of("--quiet"), band: of("--band") };
}

/** The canvas with as many pixels as it has on the screen. @param {HTMLCanvasElement} canvas */
function prepared(canvas) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/**
 * @param {HTMLCanvasElement} canvas @param {import("./media.js").Peaks | null} peaks @param {Stretch} stretch
 * @param {{ marks: Mark[], playhead: number, end: number, window?: Stretch }} shown  `window` is the stretch that another canvas shows
 */
export function drawWaveform(canvas, peaks, stretch, shown) {
  const { context, width, height } = prepared(canvas);
  const colour = colours();
  const perPixel = (stretch.to - stretch.from) / width;
  const xOf = (/** @type {number} */ time) => (time - stretch.from) / perPixel;
  if (shown.window) {
    context.fillStyle = colour.band;
    context.fillRect(xOf(shown.window.from), 0, Math.max(2, xOf(shown.window.to) - xOf(shown.window.from)), height);
  }
  if (peaks !== null) {
    const level = peaks.levelFor(perPixel);
    const finest = peaks.levels[0].seconds;
    context.fillStyle = colour.wave;
    const middle = height / 2;
    for (let x = 0; x < width; x += 1) {
      const time = stretch.from + x * perPixel;
      if (time < 0 || time > shown.end || time / finest > peaks.known) continue;
      const first = Math.floor(time / level.seconds);
      const last = Math.max(first, Math.floor((time + perPixel) / level.seconds - 1e-9));
      let [low, high] = [0, 0];
      for (let index = first; index <= last && index < level.low.length; index += 1) {
        low = Math.min(low, level.low[index]);
        high = Math.max(high, level.high[index]);
      }
      context.fillRect(x, middle - (high / 127) * middle, 1, Math.max(1, ((high - low) / 127) * middle));
    }
  }
  // Nothing is before the beginning and after the end.
  context.fillStyle = colour.line;
  if (stretch.from < 0) context.fillRect(0, 0, xOf(0), height);
  if (stretch.to > shown.end) context.fillRect(xOf(shown.end), 0, width, height);
  for (const mark of shown.marks) {
    if (mark.time < stretch.from || mark.time > stretch.to) continue;
    const x = xOf(mark.time);
    context.fillStyle = mark.current ? colour.current : colour.mark;
    context.fillRect(x - 1, 0, mark.current ? 3 : 2, height);
    if (!shown.window) {
      context.beginPath();
      context.arc(x, 7, mark.unsure ? 4 : 6, 0, 2 * Math.PI);
      context.fill();
    }
  }
  context.fillStyle = colour.head;
  context.fillRect(xOf(shown.playhead) - 1, 0, 2, height);
}

/** A step between two ticks of a time scale that leaves room for their labels. @param {number} secondsPerPixel */
export function tickStep(secondsPerPixel) {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800];
  return steps.find((step) => step / secondsPerPixel >= 80) ?? 3600;
}
