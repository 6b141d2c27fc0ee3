import { DEFAULT_THRESHOLD, scoreNames } from './score-names';

/** A pair of names of which is known whether both are the same person or company. */
export interface LabelledPair {
  schema: string;
  name1: string;
  name2: string;
  is_match: boolean;
  /** where the pair comes from; measured on its own where it is given */
  group?: string;
}

export interface Confusion {
  pairs: number;
  true_positives: number;
  false_positives: number;
  false_negatives: number;
  true_negatives: number;
  /** of the pairs that were called a match, how many are one; 1 where none was called so */
  precision: number;
  /** of the pairs that are a match, how many were called so; 1 where there are none */
  recall: number;
  /** harmonic mean of both */
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
  /** the pairs that were judged wrongly, those furthest from the threshold first */
  wrong: WrongPair[];
}

/** How well scores at or above a threshold tell matches: names that match score there, others below. */
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
 * Pairs from a table with a header: the columns schema, name1, name2 and is_match (true or false), and case_group if
 * it is there.
 *
 * @param rows the cells of each row, the header first
 * @throws RangeError naming the row (the header is row 1) and what is wrong with it
 */
export function labelledPairs(rows: readonly (readonly string[])[]): LabelledPair[] {
  const [header = [], ...body] = rows;
  const column = (name: string): number => header.findIndex((cell) => cell.trim().toLowerCase() === name);
  const needed = ['schema', 'name1', 'name2', 'is_match'].map((name) => {
    const at = column(name);
    if (at < 0) throw new RangeError(`row 1 has no column ${name}; needed are schema, name1, name2 and is_match`);
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

/** Schemas of FollowTheMoney as the comparison knows them; what may be either is compared as both. */
export function screeningSchema(schema: string): 'Person' | 'Company' | 'Unknown' {
  switch (schema) {
    case 'Person':
      return 'Person';
    case 'Company':
    case 'Organization':
    case 'PublicBody':
      return 'Company';
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
