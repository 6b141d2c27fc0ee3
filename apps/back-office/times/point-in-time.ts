import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { rule } from '@probity/platform/http/rule.decorators';

const POINT_IN_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A field that may be absent, and otherwise is a day or a time in ISO 8601 with its offset from UTC. */
export const OptionalPointInTime = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ example: '2026-03-01T00:00:00Z', description: `${description}; a day begins at 00:00 UTC` }),
    IsOptional(),
    rule('isPointInTime', (value, field) =>
      timestampOf(value) === undefined
        ? `${field} must be a day or a time with its offset from UTC, such as 2026-03-01 or 2026-03-01T12:00:00Z`
        : undefined,
    ),
  );

/** The same point in time as all contracts write it, in UTC with milliseconds; undefined when it is none. */
export function timestampOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !POINT_IN_TIME.test(text)) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  // A day that its month does not have would quietly become one of the next month.
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? time.toISOString() : undefined;
}
