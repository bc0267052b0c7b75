// How pages speak of places: by a quotation of the text, or by the time.

const WORDS = 5;

/** The words of a text without the quotation marks around it. @param {string} text */
const wordsOf = (text) => text.trim().replace(/^["“”'‘]+|["“”]+$/g, "").split(/\s+/);

/** The last words of a text, as a quotation. @param {string} text */
export function quoted(text) {
  const words = wordsOf(text);
  return `“${words.length > WORDS ? `… ${words.slice(-WORDS).join(" ")}` : words.join(" ")}”`;
}

/** The first words of a text, as a quotation. @param {string} text */
export function quotedStart(text) {
  const words = wordsOf(text);
  return `“${words.length > WORDS ? `${words.slice(0, WORDS).join(" ")} …` : words.join(" ")}”`;
}

/** A time as h:mm:ss.mmm, without hours where there are none. @param {number} seconds */
export function clock(seconds) {
  const thousandths = Math.round(seconds * 1000);
  const [hours, minutes] = [Math.floor(thousandths / 3600000), Math.floor(thousandths / 60000) % 60];
  const rest = ((thousandths % 60000) / 1000).toFixed(3).padStart(6, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
