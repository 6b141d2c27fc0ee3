import { type LabelledPair, screeningSchema } from '@probity/screening/name-pairs';
import { DEFAULT_THRESHOLD, scoreNames } from '@probity/screening/score-names';
import { NAME_WEIGHTS } from '@probity/screening/weights';

/** A weight of `NAME_WEIGHTS`, which this search changes while it runs. */
export interface Weight {
  /** such as `persons.conflict` */
  name: string;
  /** its value in `weights.ts` */
  start: number;
  set: (value: number) => void;
}

/** All weights of names, in the order of `weights.ts`. */
export function weightsOfNames(): Weight[] {
  return Object.entries(NAME_WEIGHTS).flatMap(([group, weights]) =>
    Object.entries(weights as Record<string, number>).map(([name, start]) => ({
      name: `${group}.${name}`,
      start,
      set: (value: number) => void ((weights as Record<string, number>)[name] = value),
    })),
  );
}

/** The factors by which a value is tried, in one pass. */
const FACTORS = [0.75, 0.9, 1.1, 1.25];
/** What leaving the first value costs, per weight: a change that decides no pair is not made. */
const COST_OF_CHANGE = 0.0005;
/** How near to the threshold a score may be before it counts as half wrong. */
const MARGIN = 0.03;

export interface Decided {
  pair: LabelledPair;
  score: number;
}

export const scored = (pairs: readonly LabelledPair[]): Decided[] =>
  pairs.map((pair) => ({ pair, score: scoreNames(screeningSchema(pair.schema), pair.name1, pair.name2).score }));

/** F1 at the default threshold. */
export function f1Of(decided: readonly Decided[]): number {
  let [right, wrong] = [0, 0];
  for (const { pair, score } of decided) {
    const called = score >= DEFAULT_THRESHOLD;
    if (called && pair.is_match) right++;
    else if (called !== pair.is_match) wrong++;
  }
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong);
}

/**
 * F1 in which a pair near the threshold counts in part, so that the search sees that a pair moves in the right
 * direction.
 */
function smoothF1(decided: readonly Decided[]): number {
  let [right, wrong] = [0, 0];
  for (const { pair, score } of decided) {
    const called = Math.min(1, Math.max(0, (score - DEFAULT_THRESHOLD) / (2 * MARGIN) + 0.5));
    if (pair.is_match) {
      right += called;
      wrong += 1 - called;
    } else wrong += called;
  }
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong);
}

/**
 * Searches weights with a higher F1 on the pairs: one weight after the other, each by a few factors, in several passes.
 * Returns the values by name. Leaves the weights as they were.
 */
export function fitWeights(pairs: readonly LabelledPair[], passes: number): Map<string, number> {
  const weights = weightsOfNames();
  const values = new Map(weights.map(({ name, start }) => [name, start]));
  const worth = (): number => {
    const moved = weights.filter(({ name, start }) => values.get(name) !== start).length;
    return smoothF1(scored(pairs)) - moved * COST_OF_CHANGE;
  };
  let best = worth();
  for (let pass = 0; pass < passes; pass++) {
    const before = best;
    for (const { name, set } of weights) {
      const current = values.get(name)!;
      let kept = current;
      for (const factor of FACTORS) {
        values.set(name, current * factor);
        set(current * factor);
        const tried = worth();
        if (tried > best) [best, kept] = [tried, current * factor];
      }
      values.set(name, kept);
      set(kept);
    }
    if (best === before) break;
  }
  for (const { start, set } of weights) set(start);
  return values;
}

/** Runs the work with other weights. */
export function withWeights<Result>(values: ReadonlyMap<string, number>, work: () => Result): Result {
  const weights = weightsOfNames();
  for (const { name, set } of weights) set(values.get(name)!);
  try {
    return work();
  } finally {
    for (const { start, set } of weights) set(start);
  }
}
