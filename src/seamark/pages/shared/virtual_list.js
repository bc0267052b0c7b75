// A long list of which only the rows that can be seen are in the page. Rows have heights of their own: they are guessed
// from the length of their text until they have been seen, and what is looked at stays where it is when a guess was wrong.

export class VirtualList {
  /**
   * @param {HTMLElement} viewport  the element that scrolls
   * @param {(row: number) => HTMLElement} make  draws a row
   */
  constructor(viewport, make) {
    this.viewport = viewport;
    this.make = make;
    this.body = document.createElement("div");
    this.body.className = "rows";
    this.viewport.replaceChildren(this.body);
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    /** @type {number[]} */
    this.lengths = [];
    this.tops = new Float64Array(1);
    this.heights = new Float64Array(0);
    this.width = 0;
    this.viewport.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.#resized()).observe(this.viewport);
  }

  /** Show other rows. @param {number[]} lengths  characters of each row */
  show(lengths) {
    this.lengths = lengths;
    this.#guess();
    this.clear();
    this.viewport.scrollTop = 0;
    this.draw();
  }

  /** Draw all rows again that are in the page. */
  clear() {
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
  }

  /** Draw one row again, if it is in the page. @param {number} row */
  redraw(row) {
    const old = this.drawn.get(row);
    if (!old) return;
    const made = this.make(row);
    old.replaceWith(made);
    this.drawn.set(row, made);
    this.#measure();
  }

  /** Scroll as little as is needed for a row to be seen whole, and draw it. @param {number} row @returns {HTMLElement} */
  reveal(row) {
    // The second pass knows the heights of the rows that the first one drew.
    for (let pass = 0; pass < 3; pass++) {
      const { scrollTop, clientHeight } = this.viewport;
      const margin = Math.min(80, clientHeight / 4);
      if (this.tops[row] - margin < scrollTop) this.viewport.scrollTop = this.tops[row] - margin;
      else if (this.tops[row + 1] + margin > scrollTop + clientHeight) {
        this.viewport.scrollTop = Math.min(this.tops[row] - margin, this.tops[row + 1] + margin - clientHeight);
      }
      this.draw();
    }
    return /** @type {HTMLElement} */ (this.drawn.get(row));
  }

  draw() {
    const { scrollTop, clientHeight } = this.viewport;
    const count = this.heights.length;
    const first = this.#rowAt(scrollTop - 400);
    const last = Math.min(count - 1, this.#rowAt(scrollTop + clientHeight + 400));
    for (const [row, drawn] of this.drawn) {
      if (row < first || row > last) {
        drawn.remove();
        this.drawn.delete(row);
      }
    }
    /** @type {HTMLElement | null} */
    let after = null;
    for (let row = last; row >= first; row--) {
      let drawn = this.drawn.get(row);
      if (!drawn) {
        drawn = this.make(row);
        this.drawn.set(row, drawn);
        this.body.insertBefore(drawn, after);
      }
      after = drawn;
    }
    this.#measure();
  }

  /** @param {number} place @returns {number} */
  #rowAt(place) {
    let low = 0;
    let high = this.heights.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  #measure() {
    const seen = this.#rowAt(this.viewport.scrollTop);
    const before = this.tops[seen];
    let changed = false;
    for (const [row, drawn] of this.drawn) {
      const height = drawn.getBoundingClientRect().height;
      if (Math.abs(height - this.heights[row]) > 0.5) {
        this.heights[row] = height;
        changed = true;
      }
    }
    if (changed) this.#sum();
    for (const [row, drawn] of this.drawn) drawn.style.top = `${this.tops[row]}px`;
    if (changed && this.tops[seen] !== before) this.viewport.scrollTop += this.tops[seen] - before;
  }

  #guess() {
    this.width = this.viewport.clientWidth;
    const perLine = Math.max(20, this.width / 8);
    this.heights = Float64Array.from(this.lengths, (length) => 24 * Math.ceil(length / perLine) + 28);
    this.#sum();
  }

  #sum() {
    const tops = new Float64Array(this.heights.length + 1);
    for (let row = 0; row < this.heights.length; row++) tops[row + 1] = tops[row] + this.heights[row];
    this.tops = tops;
    // At once, since nobody can scroll further than the list is long.
    this.body.style.height = `${tops[this.heights.length]}px`;
  }

  #resized() {
    if (!this.lengths.length) return;
    if (this.viewport.clientWidth !== this.width) this.#guessAgain();
    this.draw();
  }

  /** Lines break elsewhere: the first row that can be seen stays where it is. */
  #guessAgain() {
    const seen = this.#rowAt(this.viewport.scrollTop);
    const into = this.viewport.scrollTop - this.tops[seen];
    this.#guess();
    this.viewport.scrollTop = this.tops[seen] + into;
  }
}
