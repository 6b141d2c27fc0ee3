import Type, { type Static } from 'typebox';
import { ProviderFailure } from '../../provider-api';
import type { MonitoringRequest } from '../../stage-call';

/** Marble rejects fields that the data model of the account lacks, so each account says what it has. */
const Trigger = Type.Object(
  {
    object_type: Type.String({
      minLength: 1,
      description: 'name of the table in the data model, such as transactions',
    }),
    scenario_id: Type.Optional(Type.String({ format: 'uuid', description: 'all scenarios of the table unless set' })),
    fields: Type.Record(Type.String(), Type.String({ pattern: '^(event|customer)\\.' }), {
      description: 'field of the table, and path of its value',
    }),
    number_fields: Type.Optional(Type.Array(Type.String(), { description: 'fields of the types Int and Float' })),
  },
  { additionalProperties: false },
);
type Trigger = Static<typeof Trigger>;

const described = (event: string) =>
  Type.Optional(
    Type.Object(Trigger.properties, {
      additionalProperties: false,
      description: `how a ${event} becomes a trigger object, with fields such as {"amount": "event.payload.amount"}; not sent unless set`,
    }),
  );

export const Settings = Type.Object({
  base_url: Type.String({ description: 'address of the API, such as https://api.checkmarble.com' }),
  api_key: Type.String({ minLength: 8, description: 'from Settings, API keys' }),
  webhook_secret: Type.Optional(Type.String({ minLength: 8, description: 'secret of the webhook endpoint' })),
  account_field: Type.Optional(
    Type.String({ minLength: 1, description: 'field of the trigger object with an account reference of the customer' }),
  ),
  transaction: described('transaction'),
  onboarding: described('onboarding'),
});
export type Settings = Static<typeof Settings>;

/** The fields that have a value, and the two that Marble requires. */
export function triggerObject(
  { fields, number_fields = [] }: Trigger,
  { customer, event }: MonitoringRequest,
): Record<string, unknown> {
  const values = Object.entries(fields).map(([field, path]): [string, unknown] => {
    const value = at({ customer, event }, path);
    return [field, number_fields.includes(field) ? numberOf(field, value) : value];
  });
  const given = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { ...given, object_id: event.id, updated_at: event.occurred_at };
}

const at = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (inside: unknown, part) =>
        typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part)
          ? (inside as Record<string, unknown>)[part]
          : undefined,
      values,
    );

/**
 * For fields of the types Int and Float. Not confirmed: whether Marble also reads a number from a text. Nothing in
 * Probity computes with this number.
 */
function numberOf(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = Number(value);
  if (value !== '' && Number.isFinite(number)) return number;
  throw new ProviderFailure('rejected_request', `the field ${field} of the trigger object must be a number`);
}
