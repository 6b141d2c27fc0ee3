import {
  IDENTITY_PROVIDER_STREAM_PREFIX,
  type IdentityProviderEvent,
} from '@probity/contracts/identity-providers/events';
import { SYSTEM } from '@probity/contracts/staff/officer';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { auditOf, officerActor, recordAudit } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedIdentityProviderEvent = RecordedEvent & IdentityProviderEvent;

const SET = `
  INSERT INTO back_office.identity_providers AS p
    (id, tenant_id, issuer, client_id, display_name, sealed_client_secret, updated_at, revision)
  SELECT $1::uuid, $2::uuid, $3, $4, $5, $6::bytea, $7::timestamptz, $8::bigint
  WHERE $8::bigint = 0 OR EXISTS (SELECT FROM back_office.identity_providers WHERE id = $1::uuid)
  ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name,
    sealed_client_secret = excluded.sealed_client_secret, removed_at = NULL, updated_at = excluded.updated_at,
    revision = excluded.revision
  WHERE p.revision = excluded.revision - 1`;
const REMOVE = `
  UPDATE back_office.identity_providers SET removed_at = $2, updated_at = $2, revision = $3
  WHERE id = $1 AND revision = $3 - 1`;
const RESEAL = `
  UPDATE back_office.identity_providers SET sealed_client_secret = $2, revision = $3 WHERE id = $1 AND revision = $3 - 1`;
/** Not later sessions: a rebuild projects the event again. */
const END_SESSIONS = `
  UPDATE back_office.sessions SET ended_at = $2 WHERE provider_id = $1 AND ended_at IS NULL AND signed_in_at <= $2`;
/** A provider that is set again gives no session back that began while it was removed. */
const END_EARLIER_SESSIONS = `
  UPDATE back_office.sessions SET ended_at = $2 WHERE provider_id = $1 AND ended_at IS NULL AND signed_in_at <= $2
    AND EXISTS (SELECT FROM back_office.identity_providers WHERE id = $1 AND removed_at IS NOT NULL AND revision < $3)`;
const REFLECTED = 'SELECT revision FROM back_office.identity_providers WHERE id = $1';
export const IDENTITY_PROVIDER_ROW = {
  table: 'back_office.identity_providers',
  prefix: IDENTITY_PROVIDER_STREAM_PREFIX,
};

/** Sessions are no events. */
export const IDENTITY_PROVIDER_TABLES: ProjectedTables = {
  replaced: [{ table: 'back_office.identity_providers' }],
  completed: [],
  apart: new Map([
    [END_SESSIONS, undefined],
    [END_EARLIER_SESSIONS, undefined],
  ]),
};

/**
 * Brings the row of one identity provider forward. The row guards it: an event seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectIdentityProviderEvents(sql: Sql, events: RecordedIdentityProviderEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, IDENTITY_PROVIDER_ROW, event)) continue;
    if (await advance(sql, event)) await recordAudit(sql, 'back_office', auditEntry(event));
    else await refuseGap(sql, REFLECTED, event.data.provider_id, event);
  }
}

async function advance(sql: Sql, { type, data, revision }: RecordedIdentityProviderEvent): Promise<boolean> {
  if (type === 'IdentityProviderRemoved') {
    const { rowCount } = await sql.query(REMOVE, [data.provider_id, data.removed_at, revision]);
    if (rowCount === 1) await sql.query(END_SESSIONS, [data.provider_id, data.removed_at]);
    return rowCount === 1;
  }
  if (type === 'IdentityProviderResealed') {
    const sealed = Buffer.from(data.sealed_client_secret, 'base64');
    return (await sql.query(RESEAL, [data.provider_id, sealed, revision])).rowCount === 1;
  }
  const { provider_id, tenant_id, issuer, client_id, display_name, sealed_client_secret: sealed, set_at } = data;
  const secret = sealed === null ? null : Buffer.from(sealed, 'base64');
  await sql.query(END_EARLIER_SESSIONS, [provider_id, set_at, revision]);
  const values = [provider_id, tenant_id, issuer, client_id, display_name, secret, set_at, revision];
  return (await sql.query(SET, values)).rowCount === 1;
}

function auditEntry(event: RecordedIdentityProviderEvent) {
  const subject = { subject_type: 'identity_provider' as const, subject_id: event.data.provider_id };
  if (event.type === 'IdentityProviderResealed') {
    const { resealed_at: at } = event.data;
    return auditOf(event, { ...subject, actor: SYSTEM, action: 'identity_provider.resealed', data: {}, at });
  }
  const about = { ...subject, actor: officerActor(event.data) };
  if (event.type === 'IdentityProviderRemoved') {
    return auditOf(event, { ...about, action: 'identity_provider.removed', data: {}, at: event.data.removed_at });
  }
  const { issuer, client_id, display_name, set_at: at } = event.data;
  const data = { issuer, client_id, display_name };
  return auditOf(event, { ...about, action: 'identity_provider.set', data, at });
}

export const IDENTITY_PROVIDER_AUDIT = auditedBy(TRAILS.back_office, auditEntry);
