import { DAY_MS } from './duration';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Milliseconds since 1970 of an ISO 8601 date (its midnight in UTC) or of a time with its zone; otherwise undefined. */
export function parseDate(text: string): number | undefined {
  const [, year, month, day] = ISO.exec(text) ?? [];
  if (year === undefined) return undefined;
  // Date.parse takes 31 February for 3 March.
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (calendar.getUTCMonth() !== Number(month) - 1 || calendar.getUTCDate() !== Number(day)) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Whole days from one time to a later one; negative when it is earlier. */
export const wholeDays = (from: number, to: number): number => Math.floor((to - from) / DAY_MS);

/** Whole calendar years from one day to another in UTC, as ages are counted: a person born on 29 February turns on 1 March. */
export function wholeYears(from: number, to: number): number {
  const a = new Date(from);
  const b = new Date(to);
  const years = b.getUTCFullYear() - a.getUTCFullYear();
  const early = b.getUTCMonth() - a.getUTCMonth() || b.getUTCDate() - a.getUTCDate();
  return early < 0 ? years - 1 : years;
}
