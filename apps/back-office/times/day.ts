import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Field, OptionalField } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';
import { timestampOf } from './timestamp';

const PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

const day = (description: string, example: string) =>
  ({ type: 'string', pattern: PATTERN, example, description }) as const;
const isDay = rule('isDay', (value, field) =>
  typeof value === 'string' && new RegExp(PATTERN).test(value) && timestampOf(value) !== undefined
    ? undefined
    : `${field} must be a day from 1970 to 2999, such as 2026-03-01`,
);

/** What the form of a day does not say. For routes with days. */
export const WRONG_DAY: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'from must be a day from 1970 to 2999, such as 2026-03-01',
  when: 'a day is not in the calendar, or not from 1970 to 2999',
};

/** A day in UTC, as an ISO date. */
export const Day = (description: string, example = '2026-03-01'): PropertyDecorator =>
  Field(day(description, example), isDay);

/** A day in UTC, as an ISO date; it may be omitted. */
export const OptionalDay = (description: string): PropertyDecorator =>
  OptionalField(day(description, '2026-03-01'), isDay);
