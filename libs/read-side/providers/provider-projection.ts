import { PROVIDER_STREAM_PREFIX, type ProviderEvent } from '@probity/contracts/providers/events';
import { SYSTEM } from '@probity/contracts/staff/officer';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, officerActor, recordAudit } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedProviderEvent = RecordedEvent & ProviderEvent;

const CONFIGURE = `
  INSERT INTO pipeline.providers AS p (id, tenant_id, plugin, plugin_version, stages, configuration, secrets,
    sealed_secrets, status, version, officer, updated_at, revision)
  SELECT $1::uuid, $2::uuid, $3, $4, $5::text[], $6::json, $7::text[], $8::bytea, 'inactive', $9::int, $10,
    $11::timestamptz, $12::bigint
  WHERE $12::bigint = 0 OR EXISTS (SELECT FROM pipeline.providers WHERE id = $1::uuid)
  ON CONFLICT (id) DO UPDATE SET plugin_version = excluded.plugin_version, stages = excluded.stages,
    configuration = excluded.configuration, secrets = excluded.secrets, sealed_secrets = excluded.sealed_secrets,
    version = excluded.version, officer = excluded.officer, updated_at = excluded.updated_at,
    revision = excluded.revision
  WHERE p.revision = excluded.revision - 1`;
const SET_STATUS = `
  UPDATE pipeline.providers SET status = $2, officer = $3, updated_at = $4, revision = $5
  WHERE id = $1 AND revision = $5 - 1`;
const RESEAL = `
  UPDATE pipeline.providers SET sealed_secrets = $2, revision = $3 WHERE id = $1 AND revision = $3 - 1`;
const REFLECTED = 'SELECT revision FROM pipeline.providers WHERE id = $1';
export const PROVIDER_ROW = { table: 'pipeline.providers', prefix: PROVIDER_STREAM_PREFIX };
export const PROVIDER_TABLES: ProjectedTables = {
  replaced: [{ table: 'pipeline.providers' }],
  completed: [],
};

const ACTIONS = {
  ProviderConfigured: 'provider.configured',
  ProviderActivated: 'provider.activated',
  ProviderDeactivated: 'provider.deactivated',
  ProviderSecretsResealed: 'provider.secrets_resealed',
};

/**
 * Brings the row of one provider forward. The row guards it: an event seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectProviderEvents(sql: Sql, events: RecordedProviderEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, PROVIDER_ROW, event)) continue;
    if (await advance(sql, event)) await recordAudit(sql, 'pipeline', providerAudit(event));
    else await refuseGap(sql, REFLECTED, event.data.provider_id, event);
  }
}

async function advance(sql: Sql, event: RecordedProviderEvent): Promise<boolean> {
  const { provider_id } = event.data;
  if (event.type === 'ProviderConfigured') {
    const { tenant_id, plugin, plugin_version, stages, configuration, secrets, version } = event.data;
    const { rowCount } = await sql.query(CONFIGURE, [
      provider_id,
      tenant_id,
      plugin,
      plugin_version,
      stages,
      JSON.stringify(configuration),
      secrets,
      Buffer.from(event.data.sealed_secrets, 'base64'),
      version,
      event.data.officer,
      event.data.configured_at,
      event.revision,
    ]);
    return rowCount === 1;
  }
  if (event.type === 'ProviderSecretsResealed') {
    const sealed = Buffer.from(event.data.sealed_secrets, 'base64');
    return (await sql.query(RESEAL, [provider_id, sealed, event.revision])).rowCount === 1;
  }
  const { officer } = event.data;
  const status = event.type === 'ProviderActivated' ? 'active' : 'inactive';
  const { rowCount } = await sql.query(SET_STATUS, [provider_id, status, officer, timeOf(event), event.revision]);
  return rowCount === 1;
}

function providerAudit(event: RecordedProviderEvent): AuditEntry {
  const { plugin } = event.data;
  const audited = {
    subject_type: 'provider' as const,
    subject_id: plugin,
    action: ACTIONS[event.type],
    actor: event.type === 'ProviderSecretsResealed' ? SYSTEM : officerActor(event.data),
    data: event.type === 'ProviderConfigured' ? configured(event.data) : { plugin },
    at: timeOf(event),
  };
  return auditOf(event, audited);
}

export const PROVIDER_AUDIT = auditedBy(TRAILS.pipeline, providerAudit);

const configured = ({ plugin, plugin_version, version, configuration, secrets }: ConfiguredData) => ({
  plugin,
  plugin_version,
  version,
  configuration,
  secrets,
});
type ConfiguredData = Extract<ProviderEvent, { type: 'ProviderConfigured' }>['data'];

function timeOf(event: ProviderEvent): string {
  switch (event.type) {
    case 'ProviderConfigured':
      return event.data.configured_at;
    case 'ProviderActivated':
      return event.data.activated_at;
    case 'ProviderDeactivated':
      return event.data.deactivated_at;
    case 'ProviderSecretsResealed':
      return event.data.resealed_at;
  }
}
