// S and B of two codings with one type of boundary, where a near miss is one place off: the numbers of seamark score.

/** @typedef {{ matches: number, near: number, full: number }} Edits */

/**
 * Both lists are sorted. What both have matches; of the rest, neighbours of which one list has one and the other the
 * other are a near miss. Pairing them from the left gives as many near misses as there can be.
 * @param {number[]} placesA
 * @param {number[]} placesB
 * @returns {Edits}
 */
export function editsBetween(placesA, placesB) {
  const [inA, inB] = [new Set(placesA), new Set(placesB)];
  const rest = [
    ...placesA.filter((place) => !inB.has(place)).map((place) => ({ place, side: 0 })),
    ...placesB.filter((place) => !inA.has(place)).map((place) => ({ place, side: 1 })),
  ].sort((one, other) => one.place - other.place);
  let near = 0;
  for (let index = 0; index + 1 < rest.length; index += 1) {
    if (rest[index + 1].place - rest[index].place === 1 && rest[index].side !== rest[index + 1].side) {
      near += 1;
      index += 1;
    }
  }
  const matches = (placesA.length + placesB.length - rest.length) / 2;
  return { matches, near, full: rest.length - 2 * near };
}

/**
 * One minus the edits per potential boundary; 1 where there is none.
 * @param {Edits} edits
 * @param {number} mass
 */
export function similarity({ near, full }, mass) {
  return mass > 1 ? (mass - 1 - near - full) / (mass - 1) : 1;
}

/**
 * One minus the edits per boundary, a near miss counting one half; 1 where neither has a boundary.
 * @param {Edits} edits
 */
export function boundarySimilarity({ matches, near, full }) {
  const boundaries = matches + near + full;
  return boundaries ? 1 - (full + near / 2) / boundaries : 1;
}
