import { DEFAULT_THRESHOLD, scoreNames } from './score-names';

/** A pair of names, with the known answer whether both are the same person or company. */
export interface LabelledPair {
  schema: string;
  name1: string;
  name2: string;
  is_match: boolean;
  /** a group of pairs that is also measured on its own */
  group?: string;
}

export interface Confusion {
  pairs: number;
  true_positives: number;
  false_positives: number;
  false_negatives: number;
  true_negatives: number;
  /** share of true matches among the pairs that scored as a match; 1 if no pair did */
  precision: number;
  /** share of the pairs labelled as a match that scored as a match; 1 if no pair is labelled so */
  recall: number;
  /** harmonic mean of precision and recall */
  f1: number;
}

export interface WrongPair {
  schema: string;
  name1: string;
  name2: string;
  is_match: boolean;
  score: number;
}

export interface PairsMeasurement extends Confusion {
  threshold: number;
  groups: Record<string, Confusion>;
  /** the pairs with a wrong result, furthest from the threshold first */
  wrong: WrongPair[];
}

/** Measures how often the result is correct if a score at or above the threshold counts as a match. */
export function measureNamePairs(
  pairs: readonly LabelledPair[],
  threshold: number = DEFAULT_THRESHOLD,
): PairsMeasurement {
  const all = counts();
  const groups = new Map<string, Counts>();
  const wrong: WrongPair[] = [];
  for (const { schema, name1, name2, is_match, group } of pairs) {
    const { score } = scoreNames(screeningSchema(schema), name1, name2);
    const called = score >= threshold;
    count(all, called, is_match);
    if (group !== undefined) {
      const own = groups.get(group) ?? counts();
      groups.set(group, own);
      count(own, called, is_match);
    }
    if (called !== is_match) wrong.push({ schema, name1, name2, is_match, score });
  }
  wrong.sort((a, b) => Math.abs(b.score - threshold) - Math.abs(a.score - threshold));
  return {
    threshold,
    ...confusion(all),
    groups: Object.fromEntries([...groups].map(([group, own]) => [group, confusion(own)])),
    wrong,
  };
}

/**
 * Reads pairs from a table with the columns schema, name1, name2 and is_match (true or false), and optionally
 * case_group.
 *
 * @param rows the cells of each row, header first
 * @throws RangeError with the number of the row (the header is row 1) and the problem
 */
export function labelledPairs(rows: readonly (readonly string[])[]): LabelledPair[] {
  const [header = [], ...body] = rows;
  const column = (name: string): number => header.findIndex((cell) => cell.trim().toLowerCase() === name);
  const needed = ['schema', 'name1', 'name2', 'is_match'].map((name) => {
    const at = column(name);
    if (at < 0)
      throw new RangeError(`row 1 has no column ${name}; the header must have schema, name1, name2 and is_match`);
    return at;
  });
  const [schema, name1, name2, isMatch] = needed as [number, number, number, number];
  const group = column('case_group');
  return body.map((row, i) => {
    const label = row[isMatch]?.trim().toLowerCase();
    if (label !== 'true' && label !== 'false') {
      throw new RangeError(
        `row ${i + 2}: is_match is ${JSON.stringify(row[isMatch] ?? null)}; it must be true or false`,
      );
    }
    return {
      schema: row[schema]!.trim(),
      name1: row[name1]!,
      name2: row[name2]!,
      is_match: label === 'true',
      ...(group >= 0 && row[group] ? { group: row[group] } : {}),
    };
  });
}

/** Converts a schema of FollowTheMoney. `Unknown` names are compared both as persons and as companies. */
export function screeningSchema(schema: string): 'Person' | 'Company' | 'Vessel' | 'Unknown' {
  switch (schema) {
    case 'Person':
      return 'Person';
    case 'Company':
    case 'Organization':
    case 'PublicBody':
      return 'Company';
    case 'Vessel':
      return 'Vessel';
    default:
      return 'Unknown';
  }
}

interface Counts {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}

const counts = (): Counts => ({ tp: 0, fp: 0, fn: 0, tn: 0 });

function count(into: Counts, called: boolean, isMatch: boolean): void {
  if (called) into[isMatch ? 'tp' : 'fp']++;
  else into[isMatch ? 'fn' : 'tn']++;
}

function confusion({ tp, fp, fn, tn }: Counts): Confusion {
  const share = (part: number, whole: number): number =>
    whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000;
  return {
    pairs: tp + fp + fn + tn,
    true_positives: tp,
    false_positives: fp,
    false_negatives: fn,
    true_negatives: tn,
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    f1: share(2 * tp, 2 * tp + fp + fn),
  };
}
