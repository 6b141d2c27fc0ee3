import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { LEDGER_FACTS, type LedgerEvent } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';

const shapes = new Map<string, Validator>(LEDGER_FACTS.map(({ type, data }) => [type, Compile(closed(data))]));

/**
 * Whether a stored event is a ledger event with exactly the fields of its schema. An unexpected field counts as
 * tampering, even if no hash covers the field.
 */
export function isLedgerEvent(event: RecordedEvent): event is RecordedEvent & LedgerEvent {
  return shapes.get(event.type)?.Check(event.data) ?? false;
}

/** A copy of the schema that rejects unknown fields at every level. Free-form metadata may still have any field. */
function closed(schema: TSchema): TSchema {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  return {
    ...schema,
    ...(properties && {
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closed(field)])),
    }),
    ...(items && { items: closed(items) }),
  };
}
