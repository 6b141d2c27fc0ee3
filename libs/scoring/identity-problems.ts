import { ageOn, isCalendarDate } from './dates';

/** Higher than the oldest verified age of a person. */
const MAX_AGE = 125;
const PLACEHOLDERS = /^(test|tester|testing|unknown|none|null|undefined|n\/?a|name|full name|asdf+|qwerty|x+|-+|\.+)$/i;

/** Returns why a name cannot be that of a person or a company, or undefined. */
export function nameProblem(name: string): string | undefined {
  const text = name.trim();
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  if (PLACEHOLDERS.test(text)) return 'the name is a placeholder';
  if (letters === 0) return 'the name has no letter';
  if (digits > letters) return 'the name has more digits than letters';
  return undefined;
}

/** Returns why a date of birth cannot be right on a day, or undefined. */
export function birthProblem(dateOfBirth: string, day: string): string | undefined {
  if (!isCalendarDate(dateOfBirth)) return 'the date of birth is not a date (YYYY-MM-DD)';
  if (dateOfBirth > day) return 'the date of birth is in the future';
  if (ageOn(dateOfBirth, day) > MAX_AGE) return `the date of birth gives an age of more than ${MAX_AGE} years`;
  return undefined;
}
