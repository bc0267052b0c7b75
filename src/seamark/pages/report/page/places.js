// Places on a line, in units or in times.

/**
 * The same as number_text.clock: h:mm:ss, with up to three decimals where it needs them.
 * @param {number} seconds
 */
export function clock(seconds) {
  const milliseconds = Math.round(1000 * seconds);
  const parts = [Math.floor(milliseconds / 3600000), Math.floor(milliseconds / 60000) % 60, Math.floor(milliseconds / 1000) % 60];
  const text = parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
  const rest = milliseconds % 1000;
  return rest ? `${text}.${String(rest).padStart(3, "0")}`.replace(/0+$/, "") : text;
}

const ROUND_TIMES = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600];

/**
 * Round places on an axis of so many units and pixels; round times where there is a resolution, in seconds per unit.
 * @param {number} mass @param {number} width @param {number | null} [resolution]
 */
export function roundPlaces(mass, width, resolution) {
  const scale = resolution || 1;
  const rough = (mass * scale) / Math.max(2, Math.floor(width / (resolution ? 90 : 70)));
  const power = 10 ** Math.floor(Math.log10(resolution ? rough : Math.max(1, rough)));
  const steps = [1, 2, 5, 10].map((factor) => factor * power).concat(resolution ? ROUND_TIMES : []);
  const step = steps.sort((one, other) => one - other).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.floor((mass * scale) / step) + 1 }, (_, number) => (number * step) / scale);
}
