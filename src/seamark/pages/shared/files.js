// Files that a page gives to its user, and takes back.

/** Offer a text as a download. @param {string} name @param {string} text @param {string} kind  such as application/json */
export function download(name, text, kind) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the text after the click; a minute is plenty, also for a slow disk.
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** A name that every file system takes. @param {...string} parts */
export function fileName(...parts) {
  return parts.map((part) => part.replace(/[^\p{L}\p{N}._]+/gu, "_").replace(/^[._]+|[._]+$/g, "") || "_").join("-");
}

/** Why a file cannot be taken, in words for the person who chose it. */
export class Refused extends Error {}

/**
 * What a saved file holds; `Refused` says why it cannot be taken.
 * @template Taken
 * @param {string} text @param {(file: any) => Taken} take  may throw `Refused`
 * @returns {Taken}
 */
export function takenFrom(text, take) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Refused("It is not JSON.");
  }
  if (file?.format === "seamark" && file.version !== 1) throw new Refused("It was saved by another version of Seamark.");
  try {
    return take(file);
  } catch (error) {
    // Somebody changed the file: whatever is wrong with it, the person can only save it again.
    throw error instanceof Refused ? error : new Refused("It was changed after it was saved, and cannot be read.");
  }
}

/** What to say of a file that could not be taken. @param {string} name @param {unknown} error */
export const notLoaded = (name, error) => `${name} was not loaded. ${error instanceof Refused ? error.message : "It cannot be read."}`;
