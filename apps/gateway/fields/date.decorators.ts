import { applyDecorators } from '@nestjs/common';
import { parseDate } from '@probity/monitoring/dates';
import { OptionalField } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const FIRST_DAY = '1850-01-01';
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

interface About {
  description?: string;
}

/** A calendar date from 1850 on; it may be absent or null. */
export const OptionalDate = (
  example: string,
  { description = 'ISO date, YYYY-MM-DD' }: About = {},
): PropertyDecorator =>
  OptionalField({ type: 'string', format: 'date', example, description }, rule('isDate', dayProblem));

/** A date between 1850 and today (UTC); it may be absent or null. */
export const OptionalPastDate = (example: string, about?: About): PropertyDecorator =>
  applyDecorators(OptionalDate(example, about), rule('isPastDate', futureProblem));

/** Like `OptionalPastDate`. */
export const OptionalBirthDate = (): PropertyDecorator => OptionalPastDate('1980-02-29');

/** A time with its time zone, at most one day in the future; it may be absent or null. */
export const OptionalPastTime = (): PropertyDecorator =>
  applyDecorators(OptionalTime(), rule('isPastTime', aheadProblem));

/** A time with its time zone, from 1970 to 9999; it may be absent or null. */
export const OptionalTime = (example = '2026-11-20T09:30:00.000Z'): PropertyDecorator =>
  OptionalField({ type: 'string', format: 'date-time', example }, rule('isTime', timeProblem));

/** Returns the time in its stored form: UTC, with milliseconds. */
export const canonicalTime = (text: string): string => new Date(text).toISOString();

function dayProblem(value: unknown, field: string): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value) || parseDate(value) === undefined) {
    return `${field} must be a calendar date in the form YYYY-MM-DD, such as 1980-02-29`;
  }
  return value < FIRST_DAY ? `${field} must be ${FIRST_DAY} or later` : undefined;
}

function futureProblem(value: unknown, field: string): string | undefined {
  if (dayProblem(value, field)) return undefined; // reported by the other check
  const today = new Date().toISOString().slice(0, 10);
  return (value as string) > today ? `${field} must not be in the future` : undefined;
}

function timeProblem(value: unknown, field: string): string | undefined {
  const time = typeof value === 'string' && value.includes('T') ? parseDate(value) : undefined;
  if (time === undefined) return `${field} must be an ISO 8601 time with its time zone, such as 2026-11-20T09:30:00Z`;
  return time < 0 || time > MAX_TIME ? `${field} must be a time from 1970 to 9999` : undefined;
}

function aheadProblem(value: unknown, field: string): string | undefined {
  if (timeProblem(value, field)) return undefined; // reported by the other check
  return Date.parse(value as string) > Date.now() + DAY_MS
    ? `${field} must not be more than 24 hours in the future`
    : undefined;
}
