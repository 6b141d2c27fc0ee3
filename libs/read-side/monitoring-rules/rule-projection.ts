import { RULE_STREAM_PREFIX, type RuleEvent } from '@probity/contracts/monitoring-rules/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, recordAudit, shownActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedRuleEvent = RecordedEvent & RuleEvent;

const ADVANCE = `
  INSERT INTO pipeline.monitoring_rules AS r
    (id, tenant_id, key, version, mode, definition, created_at, updated_at, revision)
  SELECT $1::uuid, $2::uuid, $3, $4, $5, $6::json, $7::timestamptz, $7::timestamptz, $8::bigint
  WHERE $8::bigint = 0 OR EXISTS (SELECT FROM pipeline.monitoring_rules WHERE id = $1::uuid)
  ON CONFLICT (id) DO UPDATE SET version = excluded.version, mode = excluded.mode, definition = excluded.definition,
    updated_at = excluded.updated_at, revision = excluded.revision WHERE r.revision = excluded.revision - 1`;
const REFLECTED = 'SELECT revision FROM pipeline.monitoring_rules WHERE id = $1';
export const RULE_ROW = { table: 'pipeline.monitoring_rules', prefix: RULE_STREAM_PREFIX };
const INSERT_VERSION = `
  INSERT INTO pipeline.monitoring_rule_versions (rule_id, version, tenant_id, mode, definition, actor, saved_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (rule_id, version) DO NOTHING`;
const COUNT_CHANGE = `
  INSERT INTO pipeline.monitoring_rule_changes AS c (tenant_id, sequence) VALUES ($1, 1)
  ON CONFLICT (tenant_id) DO UPDATE SET sequence = c.sequence + 1`;
export const RULE_TABLES: ProjectedTables = {
  replaced: [{ table: 'pipeline.monitoring_rules' }, { table: 'pipeline.monitoring_rule_versions', key: 'rule_id' }],
  completed: [],
  apart: new Map([[COUNT_CHANGE, undefined]]),
};

/**
 * Applies the events of one monitoring rule to the read side. The row of the rule has the last projected revision, so
 * an event that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectRuleEvents(sql: Sql, events: RecordedRuleEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, RULE_ROW, event)) continue;
    const { rule_id, tenant_id, key, version, mode, definition, saved_at } = event.data;
    const text = JSON.stringify(definition);
    const row = [rule_id, tenant_id, key, version, mode, text, saved_at, event.revision];
    const { rowCount } = await sql.query(ADVANCE, row);
    if (rowCount === 1) await project(sql, event, text);
    else await refuseGap(sql, REFLECTED, event.data.rule_id, event);
  }
}

async function project(sql: Sql, event: RecordedRuleEvent, definition: string): Promise<void> {
  const { rule_id, tenant_id, version, mode, saved_at } = event.data;
  await sql.query(INSERT_VERSION, [rule_id, version, tenant_id, mode, definition, shownActor(event.data), saved_at]);
  await sql.query(COUNT_CHANGE, [tenant_id]);
  await recordAudit(sql, 'pipeline', ruleAudit(event));
}

function ruleAudit(event: RecordedRuleEvent): AuditEntry {
  const { rule_id, key, version, mode, actor, saved_at } = event.data;
  return auditOf(event, {
    subject_type: 'monitoring_rule' as const,
    subject_id: rule_id,
    action: version === 1 ? 'monitoring_rule.created' : 'monitoring_rule.changed',
    actor,
    data: { version, mode, key, name: event.data.definition.name },
    at: saved_at,
  });
}

export const RULE_AUDIT = auditedBy(TRAILS.pipeline, ruleAudit);
