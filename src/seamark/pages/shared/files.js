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
