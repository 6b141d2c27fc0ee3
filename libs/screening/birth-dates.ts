/** How two dates of birth agree. A date is `1962`, `1962-03`, `1962-03-17` or a range of years `1958/1962`. */
export type BirthDateAgreement =
  | 'same day'
  | 'same month'
  | 'same year'
  | 'day and month swapped'
  | 'same year, another day'
  | 'a year apart'
  | 'years apart'
  | 'many years apart';

/** The agreements, best first. */
const ORDER: readonly BirthDateAgreement[] = [
  'same day',
  'same month',
  'day and month swapped',
  'same year',
  'same year, another day',
  'a year apart',
  'years apart',
  'many years apart',
];

/** Lists estimate years of birth. A longer gap is hardly a mistake. */
const MAX_MISTAKE_YEARS = 5;

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/;

/** Returns the best agreement of the date with one of the others. Undefined when there is nothing to compare. */
export function compareBirthDates(date: string | undefined, others: readonly string[]): BirthDateAgreement | undefined {
  if (date === undefined) return undefined;
  let best: BirthDateAgreement | undefined;
  for (const other of others) {
    const agreement = agreementOf(date, other);
    if (agreement !== undefined && (best === undefined || ORDER.indexOf(agreement) < ORDER.indexOf(best)))
      best = agreement;
  }
  return best;
}

function agreementOf(a: string, b: string): BirthDateAgreement | undefined {
  const first = yearsOf(a);
  const second = yearsOf(b);
  if (!first || !second) return undefined;
  const gap = Math.max(first.from - second.to, second.from - first.to, 0);
  if (gap > MAX_MISTAKE_YEARS) return 'many years apart';
  if (gap > 1) return 'years apart';
  if (gap === 1) return 'a year apart';
  const [, yearA, monthA, dayA] = DATE.exec(a)!;
  const [, yearB, monthB, dayB] = DATE.exec(b)!;
  if (yearA !== yearB || monthA === undefined || monthB === undefined) return 'same year';
  if (dayA !== undefined && dayB !== undefined && monthA !== monthB) {
    return dayA === monthB && dayB === monthA ? 'day and month swapped' : 'same year, another day';
  }
  if (monthA !== monthB) return 'same year, another day';
  if (dayA === undefined || dayB === undefined) return 'same month';
  return dayA === dayB ? 'same day' : 'same year, another day';
}

function yearsOf(date: string): { from: number; to: number } | undefined {
  const [first, last] = date.split('/');
  const from = DATE.exec(first ?? '');
  const to = last === undefined ? from : DATE.exec(last);
  return from && to ? { from: Number(from[1]), to: Number(to[1]) } : undefined;
}
