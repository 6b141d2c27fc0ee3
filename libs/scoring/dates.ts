const DAY_MS = 86_400_000;

/** The calendar date of an ISO date or timestamp. */
export const calendarDate = (text: string): string => text.slice(0, 10);

/** Whether the text is a day that exists, as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** Whole days from one day to a later one; 0 if it is not later. */
export function daysBetween(from: string, to: string): number {
  const days = (Date.parse(calendarDate(to)) - Date.parse(calendarDate(from))) / DAY_MS;
  return Math.max(0, days);
}

/** Completed years of life. Who was born on 29 February turns older on 1 March in other years. Negative if not yet born. */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5, 10) < dateOfBirth.slice(5, 10) ? years - 1 : years;
}
