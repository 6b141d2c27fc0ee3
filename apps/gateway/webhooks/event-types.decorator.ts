import { WEBHOOK_EVENT_TYPES } from '@probity/contracts/webhooks/event-types';
import { Field } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';

const KNOWN: readonly unknown[] = WEBHOOK_EVENT_TYPES;
const NAMES = WEBHOOK_EVENT_TYPES.join(', ');

/** The event types of an endpoint: one or more, each once. */
export const EventTypes = (): PropertyDecorator =>
  Field(
    {
      type: 'array',
      items: { type: 'string', enum: [...WEBHOOK_EVENT_TYPES] },
      minItems: 1,
      uniqueItems: true,
      example: ['alert.created', 'alert.resolved'],
    },
    rule('isEventTypes', eventTypesProblem),
  );

function eventTypesProblem(value: unknown, field: string): string | undefined {
  if (!Array.isArray(value)) return `${field} must be a list of event types: ${NAMES}`;
  if (value.length === 0) return `${field} must have at least one of ${NAMES}`;
  const unknown = value.findIndex((name) => !KNOWN.includes(name));
  if (unknown !== -1) return `${field}[${unknown}] must be one of ${NAMES}`;
  const repeated = value.findIndex((name, index) => value.indexOf(name) !== index);
  return repeated === -1 ? undefined : `${field}[${repeated}] must not be a duplicate: ${value[repeated]}`;
}
