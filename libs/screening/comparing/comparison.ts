/** How alike two names are, 0 to 1, and everything that made it so. */
export interface NameComparison {
  readonly score: number;
  readonly features: Record<string, number | string | boolean | null>;
}

/** What as many wrong letters as `allowance` grants take off a score. */
const TAKEN_OFF_AT_ALLOWANCE = 0.3;

/** What `allowance` grants to long texts. */
const MAX_ALLOWED = 2.3;

/** How many wrong letters a name of so many letters may have before its score falls to the default threshold. */
export function allowance(letters: number): number {
  if (letters <= 3) return 0.5;
  if (letters <= 4) return 0.9;
  if (letters <= 6) return 1.3;
  if (letters <= 7) return 1.8;
  return MAX_ALLOWED;
}

/** What so many wrong letters take off the score of a name of so many letters. */
export const editsTerm = (edits: number, letters: number): number =>
  edits === 0 ? 0 : (TAKEN_OFF_AT_ALLOWANCE * edits) / allowance(letters);

/** The least that so many wrong letters take off, however long the name is. */
export const leastEditsTerm = (edits: number): number => (TAKEN_OFF_AT_ALLOWANCE * edits) / MAX_ALLOWED;

/** How many letters can be wrong at most in names that have the score. */
export const mostEdits = (score: number): number => ((1 - score) * MAX_ALLOWED) / TAKEN_OFF_AT_ALLOWANCE;

/**
 * The comparison that begins at 1 and subtracts each doubt. The doubts are listed among the
 * features by name, as negative numbers, or 0 without effect.
 */
export function comparison(
  compared: string,
  facts: Record<string, number | boolean>,
  doubts: Record<string, number>,
): NameComparison {
  const features: Record<string, number | string | boolean> = { compared };
  for (const [name, fact] of Object.entries(facts)) features[name] = typeof fact === 'number' ? rounded(fact) : fact;
  let score = 1;
  for (const [name, doubt] of Object.entries(doubts)) {
    score -= doubt;
    features[name] = doubt === 0 ? 0 : rounded(-doubt);
  }
  return { score: Math.max(0, Math.min(1, score)), features };
}

/** To four digits, as scores and features are shown. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
