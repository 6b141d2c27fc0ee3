import { NAME_WEIGHTS } from '../weights';

const WEIGHTS = NAME_WEIGHTS.letters;

/** The similarity of two names, from 0 to 1, and the features that explain it. */
export interface NameComparison {
  readonly score: number;
  readonly features: Record<string, number | string | boolean | null>;
}

/** Returns the number of wrong letters at which a name of this length falls to the default threshold. */
export function allowance(letters: number): number {
  if (letters <= 3) return 0.5;
  if (letters <= 4) return 0.9;
  if (letters <= 6) return 1.3;
  if (letters <= 7) return 1.8;
  return WEIGHTS.most_allowed;
}

/** Returns the amount that wrong letters subtract from the score of a name with this number of letters. */
export const editsTerm = (edits: number, letters: number): number =>
  edits === 0 ? 0 : (WEIGHTS.taken_off_at_allowance * edits) / allowance(letters);

/** Returns the least amount that wrong letters subtract from the score of a name of any length. */
export const leastEditsTerm = (edits: number): number =>
  (WEIGHTS.taken_off_at_allowance * edits) / WEIGHTS.most_allowed;

/** Returns the largest number of wrong letters that names with this score can have. */
export const mostEdits = (score: number): number =>
  ((1 - score) * WEIGHTS.most_allowed) / WEIGHTS.taken_off_at_allowance;

/** Subtracts each doubt from 1. The features list each doubt by name as a negative number, or 0 if it has no effect. */
export function comparison(
  compared: string,
  facts: Record<string, number | boolean>,
  doubts: Record<string, number>,
): NameComparison {
  let score = 1;
  for (const name in doubts) score -= doubts[name]!;
  return new Compared(Math.max(0, Math.min(1, score)), compared, facts, doubts);
}

/** Lists the features only when they are read: most comparisons are below the threshold. */
class Compared implements NameComparison {
  private known: NameComparison['features'] | undefined;

  constructor(
    readonly score: number,
    private readonly compared: string,
    private readonly facts: Record<string, number | boolean>,
    private readonly doubts: Record<string, number>,
  ) {}

  get features(): NameComparison['features'] {
    return (this.known ??= this.list());
  }

  private list(): NameComparison['features'] {
    const features: Record<string, number | string | boolean> = { compared: this.compared };
    for (const [name, fact] of Object.entries(this.facts)) {
      features[name] = typeof fact === 'number' ? rounded(fact) : fact;
    }
    for (const [name, doubt] of Object.entries(this.doubts)) features[name] = doubt === 0 ? 0 : rounded(-doubt);
    return features;
  }
}

/** Rounds to four decimal places, as scores and features are stored. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
