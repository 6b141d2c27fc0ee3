import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type LabelledPair, labelledPairs } from '@probity/screening/name-pairs';
import { separatedValues } from '@probity/watchlists/csv-records';
import { runTool, wholeNumber, WrongOption } from '../testing/run-tool';
import { f1Of, fitWeights, scored, weightsOfNames, withWeights } from './fitting/weight-search';
import { round, say } from './report';
import { Choices } from './screening-random';

const HELP = `npm run fit:screening -- --pairs <file.csv> [--pairs <file.csv>] [--folds 5] [--passes 2]

Measures what other weights of names (libs/screening/weights.ts) would do on labelled pairs of names. The pairs are
divided into folds at random, with the same share of matches in each. For each fold, the weights are fitted to the pairs
of the other folds, and then decide the pairs of this one: no pair is decided by weights that have seen it.

--pairs   a table with the columns schema, name1, name2 and is_match (true or false)
--folds   the number of parts
--passes  how often the search goes through all weights

Prints JSON: F1 of the weights as they are, F1 of the fitted ones on pairs that they have not seen, and the weights that
most folds moved in the same direction, with the median of their values. Changes no file. A change of a weight is a new
version of the scorer (libs/screening/scorer-version.ts).`;

const SEED = 11;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', multiple: true, default: [] },
      folds: { type: 'string', default: '5' },
      passes: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  if (values.pairs.length === 0) throw new WrongOption('--pairs is missing');
  const [count, passes] = [wholeNumber('folds', values.folds), wholeNumber('passes', values.passes)];
  if (count < 2) throw new WrongOption('--folds must be 2 or more');
  const pairs = values.pairs.flatMap(readPairs);
  const folds = foldsOf(pairs, count);

  const fitted = folds.map((fold, i) => {
    say(`fold ${i + 1} of ${count}`);
    return fitWeights(folds.filter((other) => other !== fold).flat(), passes);
  });
  const unseen = folds.flatMap((fold, i) => withWeights(fitted[i]!, () => scored(fold)));
  const asTheyAre = folds.map((fold) => round(f1Of(scored(fold))));
  const figures = {
    pairs: pairs.length,
    folds: count,
    f1: round(f1Of(scored(pairs))),
    f1_of_folds: asTheyAre,
    f1_fitted_cross_validated: round(f1Of(unseen)),
    moved: movedWeights(fitted),
  };
  console.log(JSON.stringify(figures, null, 2));
}

function readPairs(path: string): LabelledPair[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  try {
    return labelledPairs(
      lines.map((line, i) => {
        const cells = separatedValues(line, ',');
        if (!cells) throw new RangeError(`row ${i + 1} has a quote that does not end`);
        return cells;
      }),
    );
  } catch (error) {
    throw error instanceof RangeError ? new WrongOption(`${path}, ${error.message}`) : error;
  }
}

/** Divides the pairs at random, with the same share of matches in each part. */
function foldsOf(pairs: readonly LabelledPair[], count: number): LabelledPair[][] {
  const choices = new Choices(SEED);
  const folds: LabelledPair[][] = Array.from({ length: count }, () => []);
  for (const label of [true, false]) {
    const shuffled = pairs
      .filter(({ is_match }) => is_match === label)
      .map((pair) => ({ pair, at: choices.next() }))
      .sort((a, b) => a.at - b.at);
    shuffled.forEach(({ pair }, i) => folds[i % count]!.push(pair));
  }
  return folds;
}

/** The weights that most folds moved in one direction. */
function movedWeights(fitted: readonly ReadonlyMap<string, number>[]): Record<string, object> {
  const moved = weightsOfNames().flatMap(({ name, start }) => {
    const values = fitted.map((weights) => weights.get(name)!).sort((a, b) => a - b);
    const [up, down] = [values.filter((value) => value > start).length, values.filter((value) => value < start).length];
    if (Math.max(up, down) <= fitted.length / 2) return [];
    return [[name, { now: start, fitted: round(values[Math.floor(values.length / 2)]!), folds: Math.max(up, down) }]];
  });
  return Object.fromEntries(moved) as Record<string, object>;
}

runTool(HELP, main);
