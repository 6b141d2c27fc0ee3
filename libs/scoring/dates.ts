const DAY_MS = 86_400_000;

/** Returns the calendar date of an ISO date or timestamp. */
export const calendarDate = (text: string): string => text.slice(0, 10);

/** Returns whether the text is an existing day in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // A day that the month does not have becomes one of the next month, and a month that does not exist no day at all.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** Returns the days from one day to a later day; 0 if it is not later. */
export function daysBetween(from: string, to: string): number {
  const days = (Date.parse(calendarDate(to)) - Date.parse(calendarDate(from))) / DAY_MS;
  return Math.max(0, days);
}

/**
 * Returns the age in completed years; negative before the birth. A person born on 29 February gets a year older on
 * 1 March in years without this day.
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5, 10) < dateOfBirth.slice(5, 10) ? years - 1 : years;
}
