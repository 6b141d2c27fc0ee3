/**
 * Converts dates of birth from the notations of the lists to the forms of `ListEntry.birth_dates`. Every function
 * returns undefined when the text is not a date, or the year is outside 1800 to 2100.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** An approximate year covers this many years before and after it. */
const CIRCA_YEARS = 2;

/** Returns `1962`, `1962-03` or `1962-03-17`. The month and the day are 1-based and may be unknown. */
export function dateOf(year: number, month?: number, day?: number): string | undefined {
  if (!Number.isInteger(year) || year < 1800 || year > 2100) return undefined;
  const y = String(year);
  if (month === undefined) return y;
  if (!Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const m = `${y}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return m;
  if (!Number.isInteger(day) || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return `${m}-${String(day).padStart(2, '0')}`;
}

/** Returns a range of years such as `1958/1962`, or a single date or year if the two dates need no range. */
export function rangeOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined || to === undefined) return from ?? to;
  if (from === to) return from;
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  if (first === last) return first;
  return first < last ? `${first}/${last}` : `${last}/${first}`;
}

/** Returns the range of years for a date that the list calls approximate. */
export function circa(date: string | undefined): string | undefined {
  if (date === undefined || date.includes('/')) return date;
  const year = Number(date.slice(0, 4));
  return `${year - CIRCA_YEARS}/${year + CIRCA_YEARS}`;
}

/** Reads `1971-01-22`, `1971-01` or `1971`. Ignores a time after the date. */
export function isoDate(text: string): string | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ].*)?$/.exec(text.trim().slice(0, 60));
  if (!match) return undefined;
  const [, year, month, day] = match;
  return dateOf(
    Number(year),
    month === undefined ? undefined : Number(month),
    day === undefined ? undefined : Number(day),
  );
}

/** Reads `28 Jul 1963`, `Jul 1963`, `Nov. 1973`, `September 1961` or `1963`. */
export function dateInWords(text: string): string | undefined {
  const match = /^(?:(?:(\d{1,2})\s)?([a-z]{3})[a-z]*\.?\s)?(\d{4})$/i.exec(
    text.trim().replace(/\s+/g, ' ').slice(0, 60),
  );
  if (!match) return undefined;
  const [, day, monthName, year] = match;
  if (monthName === undefined) return dateOf(Number(year));
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  return dateOf(Number(year), month, day === undefined ? undefined : Number(day));
}

/** Reads OFAC's forms: `28 Jul 1963`, `circa 1951`, `1929 to 1930`, `circa 1979-1982`, `01 Jan 1964 to 31 Dec 1965`. */
export function ofacDate(text: string): string | undefined {
  const approximate = /^(?:circa|approximately|approx\.?)\s/i.exec(text);
  const [from, to, ...others] = (approximate ? text.slice(approximate[0].length) : text).split(
    /\sto\s|(?<=\d{4})-(?=\d{4})/,
  );
  if (others.length > 0) return undefined;
  const first = dateInWords(from ?? '');
  if (to === undefined) return approximate ? circa(first) : first;
  const last = dateInWords(to);
  return first === undefined || last === undefined ? undefined : rangeOf(first, last);
}

/** Reads the forms of the United Kingdom: `17/03/1962`, `dd/mm/1962`, `00/00/1962`, `--/03/1962` or `1962`. */
export function britishDate(text: string): string | undefined {
  const match = /^(?:(\d{1,2}|dd|--)\/)?(?:(\d{1,2}|mm|--)\/)?(\d{4})$/i.exec(text.trim());
  if (!match) return undefined;
  const [dayText, monthText, year] = [match[1], match[2], Number(match[3])];
  // a single part before the year, as in 03/1962, is the month
  const month = Number(monthText ?? dayText);
  const day = monthText === undefined ? NaN : Number(dayText);
  if (!(month > 0)) return dateOf(year);
  return dateOf(year, month, day > 0 ? day : undefined);
}
