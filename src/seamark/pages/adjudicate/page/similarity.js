// S and B of two codings, where a near miss is one place off: the numbers of seamark score.

/** A position and the number of a type. @typedef {[number, number, number?]} Place */
/** What edits cost; a boundary that only one has costs 1. @typedef {{ near: number, otherType: (one: number, other: number) => number }} Prices */
/** The least cost of edits, the fewest edits that reach it, and how many boundaries match. @typedef {{ cost: number, edits: number, matches: number }} Edits */

// Costs that differ by less are equal.
const EQUAL = 1e-10;

/**
 * What both have matches. Of the rest, a boundary may go with one of its type at the next place, or with one of another
 * type at its own. Going from place to place, what is known is the cheapest way up to here for every choice of
 * boundaries that go with one at the next place.
 * @param {Place[]} placesA
 * @param {Place[]} placesB
 * @param {Prices} prices
 * @returns {Edits}
 */
export function editsBetween(placesA, placesB, prices) {
  const [inA, inB] = [placesA, placesB].map((places) => new Set(places.map((place) => place.join())));
  /** Types that only one has, by position. @type {Map<number, { a: number[], b: number[] }>} */
  const left = new Map();
  const at = (/** @type {number} */ position) => left.get(position) ?? left.set(position, { a: [], b: [] }).get(position);
  for (const [position, type] of placesA) if (!inB.has(`${position},${type}`)) at(position)?.a.push(type);
  for (const [position, type] of placesB) if (!inA.has(`${position},${type}`)) at(position)?.b.push(type);
  const matches = placesA.filter((place) => inB.has(place.join())).length;

  let ways = [{ moved: /** @type {number[]} */ ([]), cost: 0, edits: 0 }];
  for (const position of [...left.keys()].sort((one, other) => one - other)) {
    const { a, b } = /** @type {{ a: number[], b: number[] }} */ (left.get(position));
    const next = left.get(position + 1) ?? { a: [], b: [] };
    const movable = [...a.filter((type) => next.b.includes(type)), ...b.filter((type) => next.a.includes(type))];
    const found = new Map();
    for (const way of ways) {
      for (const moved of subsets(movable.filter((type) => !way.moved.includes(type)))) {
        const stays = (/** @type {number} */ type) => !way.moved.includes(type) && !moved.includes(type);
        const [few, many] = [a.filter(stays), b.filter(stays)].sort((one, other) => one.length - other.length);
        const cost = way.cost + moved.length * prices.near + many.length - few.length + cheapest(few, many, prices);
        const edits = way.edits + moved.length + many.length;
        const known = found.get(moved.join());
        if (!known || cost < known.cost - EQUAL || (cost < known.cost + EQUAL && edits < known.edits)) found.set(moved.join(), { moved, cost, edits });
      }
    }
    ways = [...found.values()];
  }
  // Nothing goes beyond the last place, so that one way is left.
  const [{ cost, edits }] = ways;
  return { cost, edits, matches };
}

/** @param {number[]} types @returns {number[][]} */
function subsets(types) {
  return types.reduce((found, type) => [...found, ...found.map((subset) => [...subset, type])], [/** @type {number[]} */ ([])]);
}

/** The least that it costs to give each of a few types one of many. @param {number[]} few @param {number[]} many @param {Prices} prices @returns {number} */
function cheapest(few, many, prices) {
  if (!few.length) return 0;
  const [first, ...others] = few;
  return Math.min(...many.map((type, index) => prices.otherType(first, type) + cheapest(others, many.filter((_, place) => place !== index), prices)));
}

/** @type {Prices} */
export const PRICES_OF_S = { near: 1, otherType: () => 1 };

/** Prices of B: types are numbers, which are as far apart as they differ, in parts of the range that occurs. @param {number[]} values  by type @param {number[]} present  types that occur @returns {Prices} */
export function pricesOfB(values, present) {
  const found = present.map((type) => values[type]);
  const range = Math.max(...found) - Math.min(...found) + 1;
  return { near: 0.5, otherType: (one, other) => Math.abs(values[one] - values[other]) / range };
}

/** One minus the edits per potential boundary and type; 1 where there is none. @param {Edits} edits @param {number} mass @param {number} types */
export function similarity({ cost }, mass, types) {
  const potential = (mass - 1) * Math.max(1, types);
  return potential ? (potential - cost) / potential : 1;
}

/** One minus the cost per boundary; 1 where neither has a boundary. @param {Edits} edits */
export function boundarySimilarity({ cost, edits, matches }) {
  return edits + matches ? 1 - cost / (edits + matches) : 1;
}
