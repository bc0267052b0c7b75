// A recording that somebody opens from disk: it is played and drawn here, never copied and never sent.
import { Refused } from "./files.js";

/** Peaks are the smallest and the largest sample of every so many seconds. */
export const SECONDS_PER_PEAK = 0.01;
// A compressed file is decoded as a whole, at a low rate; a longer one would take more memory than a browser should.
const LONGEST_DECODED = 5400;
const DECODED_RATE = 8000;
// Bytes of a file that its checksum covers, and bytes that are read at once from a WAV file.
const CHECKED = 1 << 20;
const PIECE = 1 << 19;

/** @typedef {{ file: string, bytes: number | null, crc: number | null }} Expected  what the study says of a file */

/** The smallest and largest samples from -127 to 127, at several resolutions: each level has a quarter of the one before. */
export class Peaks {
  /** @param {number} count  of peaks at the finest level */
  constructor(count) {
    /** @type {{ low: Int8Array, high: Int8Array, seconds: number }[]} */
    this.levels = [];
    for (let size = count, seconds = SECONDS_PER_PEAK; ; size = Math.ceil(size / 4), seconds *= 4) {
      this.levels.push({ low: new Int8Array(size), high: new Int8Array(size), seconds });
      if (size <= 512) break;
    }
    /** How many peaks are known. */
    this.known = 0;
  }

  /** Take further peaks, as pairs of low and high. @param {Int8Array} pairs */
  add(pairs) {
    const [finest] = this.levels;
    const first = this.known;
    const count = Math.min(pairs.length / 2, finest.low.length - first);
    for (let index = 0; index < count; index += 1) {
      finest.low[first + index] = pairs[2 * index];
      finest.high[first + index] = pairs[2 * index + 1];
    }
    this.known += count;
    let [from, to] = [first, this.known];
    for (let level = 1; level < this.levels.length; level += 1) {
      const [fine, coarse] = [this.levels[level - 1], this.levels[level]];
      [from, to] = [Math.floor(from / 4), Math.ceil(to / 4)];
      for (let index = from; index < to; index += 1) {
        let [low, high] = [127, -127];
        for (let part = 4 * index; part < Math.min(4 * index + 4, fine.low.length); part += 1) {
          low = Math.min(low, fine.low[part]);
          high = Math.max(high, fine.high[part]);
        }
        coarse.low[index] = low;
        coarse.high[index] = high;
      }
    }
  }

  /** The level that has about one peak per pixel. @param {number} secondsPerPixel */
  levelFor(secondsPerPixel) {
    return this.levels.findLast((level) => level.seconds <= secondsPerPixel) ?? this.levels[0];
  }
}

/** Refuse another file than the one that the study is about. @param {File} file @param {Expected} expected */
export async function requireFile(file, expected) {
  if (expected.bytes !== null && file.size !== expected.bytes) {
    throw new Refused(`It is another file than ${expected.file} of this study: it has ${file.size.toLocaleString("en")} bytes instead of ${expected.bytes.toLocaleString("en")}.`);
  }
  if (expected.crc !== null && crc32(new Uint8Array(await file.slice(0, CHECKED).arrayBuffer())) !== expected.crc) {
    throw new Refused(`It has the size of ${expected.file} of this study, but other contents.`);
  }
}

/**
 * The peaks of a file, as they become known.
 * @param {File} file @param {number} seconds @param {() => void} changed
 * @returns {Promise<{ peaks: Peaks, why: string }>}  why there are none, where there are none
 */
export async function readPeaks(file, seconds, changed) {
  const peaks = new Peaks(Math.ceil(seconds / SECONDS_PER_PEAK));
  const format = await wavFormat(file);
  if (format !== null) {
    await readWav(file, format, peaks, changed);
    return { peaks, why: "" };
  }
  if (seconds > LONGEST_DECODED) return { peaks, why: "The waveform of a compressed file this long is not drawn; it can be played and cut all the same." };
  try {
    const context = new OfflineAudioContext(1, 1, DECODED_RATE);
    const decoded = await context.decodeAudioData(await file.arrayBuffer());
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel));
    peaks.add(peaksOf(decoded.length, decoded.sampleRate, (index) => channels.reduce((sum, samples) => sum + samples[index], 0) / channels.length));
    changed();
    return { peaks, why: "" };
  } catch {
    return { peaks, why: "This browser cannot decode the sound of the file; there is no waveform." };
  }
}

/** @param {number} count @param {number} rate @param {(index: number) => number} sample  from -1 to 1 @param {number} [offset]  samples before these */
function peaksOf(count, rate, sample, offset = 0) {
  const first = Math.floor(offset / rate / SECONDS_PER_PEAK + 1e-9);
  const last = Math.max(first, Math.ceil((offset + count) / rate / SECONDS_PER_PEAK - 1e-9));
  const pairs = new Int8Array(2 * (last - first));
  for (let peak = first; peak < last; peak += 1) {
    const from = Math.max(0, Math.round(peak * SECONDS_PER_PEAK * rate) - offset);
    const to = Math.min(count, Math.round((peak + 1) * SECONDS_PER_PEAK * rate) - offset);
    let [low, high] = [0, 0];
    for (let index = from; index < to; index += 1) {
      const value = sample(index);
      if (value < low) low = value;
      else if (value > high) high = value;
    }
    pairs[2 * (peak - first)] = Math.max(-127, Math.round(127 * low));
    pairs[2 * (peak - first) + 1] = Math.min(127, Math.round(127 * high));
  }
  return pairs;
}

/** @typedef {{ start: number, bytes: number, rate: number, channels: number, bits: number, float: boolean }} WavFormat */

/** How the samples of a WAV file stand in it; null for other files. @param {File} file @returns {Promise<WavFormat | null>} */
async function wavFormat(file) {
  const head = new DataView(await file.slice(0, 65536).arrayBuffer());
  const name = (/** @type {number} */ place) => String.fromCharCode(...new Uint8Array(head.buffer, place, 4));
  if (head.byteLength < 44 || name(0) !== "RIFF" || name(8) !== "WAVE") return null;
  /** @type {WavFormat | null} */
  let format = null;
  for (let place = 12; place + 8 <= head.byteLength; ) {
    const size = head.getUint32(place + 4, true);
    if (name(place) === "fmt ") {
      const kind = head.getUint16(place + 8, true) === 0xfffe ? head.getUint16(place + 32, true) : head.getUint16(place + 8, true);
      const bits = head.getUint16(place + 22, true);
      if (![1, 3].includes(kind) || ![8, 16, 24, 32].includes(bits)) return null;
      format = { start: 0, bytes: 0, rate: head.getUint32(place + 12, true), channels: head.getUint16(place + 10, true), bits, float: kind === 3 };
    } else if (name(place) === "data") {
      // A file that was written as it was recorded may say nothing of its size.
      return format && { ...format, start: place + 8, bytes: Math.min(size || Infinity, file.size - place - 8) };
    }
    place += 8 + size + (size % 2);
  }
  return null;
}

/** Read a WAV file piece by piece: of three hours only one piece is in memory. @param {File} file @param {WavFormat} format @param {Peaks} peaks @param {() => void} changed */
async function readWav(file, format, peaks, changed) {
  const width = format.bits / 8;
  const frame = width * format.channels;
  // A whole number of peaks per piece.
  const perPeak = format.rate * SECONDS_PER_PEAK;
  const frames = Math.max(1, Math.floor(PIECE / frame / perPeak)) * perPeak;
  const total = Math.floor(format.bytes / frame);
  for (let first = 0; first < total; first += frames) {
    const [from, count] = [Math.round(first), Math.min(total, Math.round(first + frames)) - Math.round(first)];
    const place = format.start + from * frame;
    const view = new DataView(await file.slice(place, place + count * frame).arrayBuffer());
    const read = sampleReader(view, format);
    peaks.add(peaksOf(count, format.rate, (index) => read(index * frame), from));
    changed();
  }
}

/** The sample of the first channel at a byte. @param {DataView} view @param {WavFormat} format @returns {(place: number) => number} */
function sampleReader(view, { bits, float }) {
  if (float) return bits === 32 ? (place) => view.getFloat32(place, true) : () => 0;
  if (bits === 8) return (place) => (view.getUint8(place) - 128) / 128;
  if (bits === 16) return (place) => view.getInt16(place, true) / 32768;
  if (bits === 24) return (place) => (view.getInt8(place + 2) * 65536 + view.getUint16(place, true)) / 8388608;
  return (place) => view.getInt32(place, true) / 2147483648;
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}
