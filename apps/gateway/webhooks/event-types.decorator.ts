import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { WEBHOOK_EVENT_TYPES } from '@probity/contracts/webhooks/event-types';
import { rule } from '@probity/platform/http/rule.decorators';

const KNOWN: readonly unknown[] = WEBHOOK_EVENT_TYPES;
const NAMES = WEBHOOK_EVENT_TYPES.join(', ');

/** What an endpoint is told of: one or more names of events, each once. */
export const EventTypes = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      enum: WEBHOOK_EVENT_TYPES,
      isArray: true,
      minItems: 1,
      uniqueItems: true,
      example: WEBHOOK_EVENT_TYPES.slice(0, 2),
    }),
    rule('isEventTypes', eventTypesProblem),
  );

function eventTypesProblem(value: unknown, field: string): string | undefined {
  if (!Array.isArray(value)) return `${field} must be a list of names of events: ${NAMES}`;
  if (value.length === 0) return `${field} must have at least one of ${NAMES}`;
  const unknown = value.findIndex((name) => !KNOWN.includes(name));
  if (unknown !== -1) return `${field}[${unknown}] must be one of ${NAMES}`;
  const repeated = value.findIndex((name, index) => value.indexOf(name) !== index);
  return repeated === -1 ? undefined : `${field}[${repeated}] must not be there twice: ${value[repeated]}`;
}
