import { Field, type FieldSchema, OptionalField } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';
import { POINT_IN_TIME, timestampOf } from './timestamp';

/** A field that is a day, or a time in ISO 8601 with its offset from UTC. */
export const PointInTime = (description: string): PropertyDecorator => Field(documented(description), isPointInTime());

/** Like `PointInTime`, for a field that may be omitted. */
export const OptionalPointInTime = (description: string): PropertyDecorator =>
  OptionalField(documented(description), isPointInTime());

const documented = (description: string): FieldSchema => ({
  type: 'string',
  pattern: POINT_IN_TIME.source,
  example: '2026-03-01T00:00:00Z',
  description: `${description}; a day begins at 00:00 UTC`,
});

const isPointInTime = (): PropertyDecorator =>
  rule('isPointInTime', (value, field) =>
    timestampOf(value) === undefined
      ? `${field} must be a day or a time with its offset from UTC, from 1970 to 2999, such as 2026-03-01 or 2026-03-01T12:00:00Z`
      : undefined,
  );
