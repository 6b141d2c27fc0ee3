/** How alike two names are, 0 to 1, and everything that made it so. */
export interface NameComparison {
  readonly score: number;
  readonly features: Record<string, number | string | boolean | null>;
}

/** What `allowance` is for long texts. */
export const MOST_ALLOWED = 2.3;

/** Texts of 1 to 100 letters may have so many wrong ones before the score falls to the default threshold. */
export function allowance(letters: number): number {
  if (letters <= 3) return 0.5;
  if (letters <= 4) return 0.9;
  if (letters <= 6) return 1.3;
  if (letters <= 7) return 1.8;
  return MOST_ALLOWED;
}

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** What a doubt takes off a score, as a feature: never minus zero. */
export const takenOff = (value: number): number => (value === 0 ? 0 : rounded(-value));
