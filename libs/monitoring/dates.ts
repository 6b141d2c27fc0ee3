import { DAY_MS } from './duration';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads an ISO 8601 date (as midnight in UTC) or a time with its zone. Returns milliseconds since 1970, or undefined
 * for other texts.
 */
export function parseDate(text: string): number | undefined {
  const [, year, month, day] = ISO.exec(text) ?? [];
  if (year === undefined) return undefined;
  // Date.parse reads 31 February as 3 March.
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (calendar.getUTCMonth() !== Number(month) - 1 || calendar.getUTCDate() !== Number(day)) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Returns the whole days of 24 hours between two times; negative when `to` is earlier. */
export const wholeDays = (from: number, to: number): number => Math.floor((to - from) / DAY_MS);

/**
 * Returns the whole calendar years between two days in UTC, as ages are counted. A person born on 29 February is a year
 * older on 1 March of other years.
 */
export function wholeYears(from: number, to: number): number {
  const a = new Date(from);
  const b = new Date(to);
  const years = b.getUTCFullYear() - a.getUTCFullYear();
  const early = b.getUTCMonth() - a.getUTCMonth() || b.getUTCDate() - a.getUTCDate();
  return early < 0 ? years - 1 : years;
}
