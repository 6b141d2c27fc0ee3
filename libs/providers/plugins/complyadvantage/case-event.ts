import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ProviderAlert } from '../../stage-call';
import type { ProviderSignal, ProviderWebhook } from '../../provider-signal';
import { utcTime } from '../../utc-time';
import { TITLE } from './search';

/**
 * The webhooks of ComplyAdvantage Mesh: https://docs.mesh.complyadvantage.com/docs/webhooks and, for their bodies,
 * https://docs.mesh.complyadvantage.com/reference/notificationcreatewebhookconfiguration. A body has neither an id
 * nor a time; the signed headers have both. It says that there is a case, and not what was found. The words for the
 * type of a case are not documented, so each case is an alert.
 */

const MAX_ALERT_IDS = 10;

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const identifiers = { identifier: Nullable(Type.String()), external_identifier: Nullable(Type.String()) };

export const isEvent = Compile(Type.Object({ webhook_type: Type.String(), api_version: Type.String() }));

const shared = {
  api_version: Type.Literal('v2'),
  case_identifier: Type.String({ minLength: 1 }),
  customer: Nullable(Type.Object(identifiers)),
  subjects: Nullable(Type.Array(Type.Object({ type: Type.String(), ...identifiers }))),
};
const CaseCreated = Type.Object({
  ...shared,
  webhook_type: Type.Literal('CASE_CREATED'),
  case_type: Type.String(),
});
const AlertsUpdated = Type.Object({
  ...shared,
  webhook_type: Type.Literal('CASE_ALERT_LIST_UPDATED'),
  alert_identifiers: Type.Array(Type.String()),
});
const CaseEvent = Type.Union([CaseCreated, AlertsUpdated]);
type CaseEvent = Static<typeof CaseEvent>;

/** Events of cases are sent in this version, too, without a reference of the customer. */
export const REPEATED_VERSION = 'v1';
export const TYPES: readonly string[] = ['CASE_CREATED', 'CASE_ALERT_LIST_UPDATED'];
export const isCaseEvent = Compile(CaseEvent);

export function signalOf(event: CaseEvent, { headers }: ProviderWebhook): ProviderSignal {
  const id = headers['webhook-id']!;
  const { case_identifier } = event;
  const isCreated = event.webhook_type === 'CASE_CREATED';
  const alert: ProviderAlert = {
    key: isCreated ? `case:${case_identifier}` : `case:${case_identifier}:${id}`,
    alert_type: 'provider_case',
    severity: 'high',
    title: isCreated
      ? `${TITLE} opened a case: ${event.case_type.toLowerCase().replaceAll('_', ' ')}`
      : `${TITLE} changed the alerts of a case`,
  };
  const details = isCreated
    ? { case_type: event.case_type }
    : { alert_ids: event.alert_identifiers.slice(0, MAX_ALERT_IDS) };
  return {
    id,
    event_source: event.webhook_type,
    occurred_at: utcTime(headers['webhook-timestamp']!),
    customer: customerOf(event),
    alert,
    metadata: { case_id: case_identifier, ...details },
  };
}

function customerOf({ customer, subjects }: CaseEvent): ProviderSignal['customer'] {
  const found = customer ?? subjects?.find(({ type }) => type === 'CUSTOMER');
  return {
    ...(found?.identifier && { ref: found.identifier }),
    ...(found?.external_identifier && { account_ref: found.external_identifier }),
  };
}
