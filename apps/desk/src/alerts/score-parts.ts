/** One part of the score of a match. Together they give the score, which is at least 0 and at most 1. */
export interface ScorePart {
  label: string;
  /** -1 to 1 */
  value: number;
}

const LABELS: Record<string, string> = {
  birth_date_term: 'date of birth',
  countries_term: 'countries',
  identifiers_term: 'documents',
  other_gender_term: 'gender',
  other_schema_term: 'kind of subject',
};

/** The names first, then what the other details add or take. Empty for evidence of another form. */
export function scoreParts(features: unknown): ScorePart[] {
  if (typeof features !== 'object' || features === null) return [];
  const { name_score, ...others } = features as Record<string, unknown>;
  if (typeof name_score !== 'number') return [];
  const terms = Object.entries(others).flatMap(([name, value]) =>
    Object.hasOwn(LABELS, name) && typeof value === 'number' && value !== 0 ? [{ label: LABELS[name]!, value }] : [],
  );
  return [{ label: 'names', value: name_score }, ...terms];
}

/** Such as `names 0.93, date of birth +0.05, countries −0.1`. */
export function partsText(parts: ScorePart[]): string {
  const texts = parts.map(({ label, value }, index) => {
    const amount = String(Math.round(Math.abs(value) * 1_000) / 1_000);
    return index === 0 ? `${label} ${amount}` : `${label} ${value < 0 ? '−' : '+'}${amount}`;
  });
  const sum = parts.reduce((total, { value }) => total + value, 0);
  return texts.join(', ') + (sum > 1 ? '; at most 1' : '');
}
