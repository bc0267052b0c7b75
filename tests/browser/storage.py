"""Browsers that keep nothing, or run out of room."""

#: Run before the scripts of a page: nothing can be stored.
FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
#: Takes all the room that the browser gives to a page, to the last character.
FILL = """() => {
  let text = "";
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      localStorage.setItem("filling", text + "x".repeat(size));
      text += "x".repeat(size);
    } catch { /* too much */ }
  }
}"""
