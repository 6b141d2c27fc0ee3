import { SYSTEM } from '@probity/contracts/staff/officer';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, recordAudit } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';
import { type AdoptedEndpoint, ENDPOINT_STREAM_PREFIX, type EndpointEvent } from './endpoint-events';

export type RecordedEndpointEvent = RecordedEvent & EndpointEvent;

/** Without `revision - 1`, the row of an older version would not become that of its first event. */
const BEGIN = `
  INSERT INTO webhooks.endpoints AS e (id, tenant_id, label, url, event_types, status, status_reason, failing_since,
    sealed_secret, rotation_id, created_at, updated_at, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (id) DO UPDATE SET revision = excluded.revision WHERE e.revision = excluded.revision - 1`;
const CHANGE = 'updated_at = $2, revision = $3';
const AT = 'WHERE id = $1 AND revision = $3 - 1';
const ROTATE = `UPDATE webhooks.endpoints SET sealed_secret = $4, rotation_id = $5, ${CHANGE} ${AT}`;
const SET_STATUS = `
  UPDATE webhooks.endpoints SET status = $4, status_reason = $5, failing_since = $6, ${CHANGE} ${AT}`;
const DELETE = `UPDATE webhooks.endpoints SET status = 'deleted', sealed_secret = NULL, ${CHANGE} ${AT}`;
const RESEAL = 'UPDATE webhooks.endpoints SET sealed_secret = $2, revision = $3 WHERE id = $1 AND revision = $3 - 1';
const REFLECTED = 'SELECT revision FROM webhooks.endpoints WHERE id = $1';

export const ENDPOINT_ROW = { table: 'webhooks.endpoints', prefix: ENDPOINT_STREAM_PREFIX };
export const ENDPOINT_TABLES: ProjectedTables = {
  // Since when an active endpoint fails is in no event: it changes with deliveries.
  replaced: [{ table: 'webhooks.endpoints', work: { columns: ['failing_since'], while: "t.status = 'active'" } }],
  completed: [],
};

/**
 * Brings the row of one endpoint forward. The row guards it: an event seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectEndpointEvents(sql: Sql, events: RecordedEndpointEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, ENDPOINT_ROW, event)) continue;
    if (await advance(sql, event)) {
      const entry = endpointAudit(event);
      if (entry) await recordAudit(sql, 'webhooks', entry);
    } else await refuseGap(sql, REFLECTED, event.data.endpoint_id, event);
  }
}

async function advance(sql: Sql, event: RecordedEndpointEvent): Promise<boolean> {
  const { rowCount } = await sql.query(...statementOf(event));
  return rowCount === 1;
}

function statementOf(event: RecordedEndpointEvent): [text: string, values: unknown[]] {
  const { revision } = event;
  switch (event.type) {
    case 'EndpointCreated':
      return [BEGIN, rowOf(created(event.data), revision)];
    case 'EndpointAdopted':
      return [BEGIN, rowOf(event.data, revision)];
    case 'EndpointSecretRotated': {
      const { endpoint_id, at, sealed_secret, rotation_id } = event.data;
      return [ROTATE, [endpoint_id, at, revision, bytes(sealed_secret), rotation_id]];
    }
    case 'EndpointEnabled':
      return [SET_STATUS, [event.data.endpoint_id, event.data.at, revision, 'active', null, null]];
    case 'EndpointDisabled': {
      const { endpoint_id, at, reason, failing_since } = event.data;
      return [SET_STATUS, [endpoint_id, at, revision, 'disabled', reason, failing_since]];
    }
    case 'EndpointDeleted':
      return [DELETE, [event.data.endpoint_id, event.data.at, revision]];
    case 'EndpointSecretResealed':
      return [RESEAL, [event.data.endpoint_id, bytes(event.data.sealed_secret), revision]];
  }
}

/** A new endpoint, in the form of one of an older version. */
export const created = (data: CreatedData): AdoptedEndpoint => {
  const { endpoint_id, tenant_id, label, url, event_types, sealed_secret, at } = data;
  const unused = { status_reason: null, failing_since: null, rotation_id: null };
  return {
    ...{ endpoint_id, tenant_id, label, url, event_types, sealed_secret, ...unused },
    ...{ status: 'active', created_at: at, updated_at: at },
  };
};
type CreatedData = Extract<EndpointEvent, { type: 'EndpointCreated' }>['data'];

const rowOf = (endpoint: AdoptedEndpoint, revision: number): unknown[] => [
  endpoint.endpoint_id,
  endpoint.tenant_id,
  endpoint.label,
  endpoint.url,
  endpoint.event_types,
  endpoint.status,
  endpoint.status_reason,
  endpoint.failing_since,
  endpoint.sealed_secret === null ? null : bytes(endpoint.sealed_secret),
  endpoint.rotation_id,
  endpoint.created_at,
  endpoint.updated_at,
  revision,
];

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Older versions recorded what they did to their endpoints as actions. */
function endpointAudit(event: RecordedEndpointEvent): AuditEntry | undefined {
  if (event.type === 'EndpointAdopted') return undefined;
  const about = { subject_type: 'webhook' as const, subject_id: event.data.endpoint_id };
  if (event.type === 'EndpointSecretResealed') {
    const data = { sealing_key: event.data.sealing_key };
    const action = 'webhook.secret_resealed';
    return auditOf(event, { ...about, action, actor: SYSTEM, data, at: event.data.resealed_at });
  }
  const { actor, at } = event.data;
  return auditOf(event, { ...about, action: ACTIONS[event.type], actor, data: detailsOf(event), at });
}

const ACTIONS = {
  EndpointCreated: 'webhook.created',
  EndpointSecretRotated: 'webhook.secret_rotated',
  EndpointEnabled: 'webhook.enabled',
  EndpointDisabled: 'webhook.disabled',
  EndpointDeleted: 'webhook.deleted',
} as const;

function detailsOf(event: EndpointEvent): object {
  if (event.type === 'EndpointCreated') {
    const { label, url, event_types } = event.data;
    return { label, url, event_types };
  }
  if (event.type === 'EndpointDisabled' && event.data.delivery_id !== undefined) {
    return { delivery_id: event.data.delivery_id };
  }
  return {};
}

export const ENDPOINT_AUDIT = auditedBy(TRAILS.webhooks, endpointAudit);
