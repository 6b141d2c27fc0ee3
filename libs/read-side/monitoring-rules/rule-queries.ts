import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';

export interface RuleFilter {
  mode?: RuleMode;
}

const RULE = `
  SELECT id, key, version, mode, definition, created_at, updated_at FROM pipeline.monitoring_rules
  WHERE tenant_id = $1`;
const LIST_RULES = `${RULE} AND ($4::text IS NULL OR mode = $4) ORDER BY created_at, id LIMIT $2 OFFSET $3`;
const GET_RULE = `${RULE} AND id = $2`;
const LIST_VERSIONS = `
  SELECT r.id, r.key, v.version, v.mode, v.definition, r.created_at, v.saved_at AS updated_at
  FROM pipeline.monitoring_rule_versions v JOIN pipeline.monitoring_rules r ON r.id = v.rule_id
  WHERE r.tenant_id = $1 AND v.rule_id = $2 ORDER BY v.version DESC LIMIT $3 OFFSET $4`;

interface RuleRow extends Omit<RuleView, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

/** Reads of monitoring rules. */
export class RuleQueries {
  constructor(private readonly sql: Sql) {}

  /** In the order of their creation. */
  async rules(tenantId: string, { limit, offset }: Page, filter: RuleFilter = {}): Promise<RuleView[]> {
    const { rows } = await this.sql.query<RuleRow>(LIST_RULES, [tenantId, limit, offset, filter.mode ?? null]);
    return rows.map(toView);
  }

  async rule(tenantId: string, ruleId: string): Promise<RuleView | undefined> {
    const { rows } = await this.sql.query<RuleRow>(GET_RULE, [tenantId, ruleId]);
    return rows[0] && toView(rows[0]);
  }

  /** Every version of a rule, the newest first. `updated_at` is when the version was saved. */
  async versions(tenantId: string, ruleId: string, { limit, offset }: Page): Promise<RuleView[]> {
    const { rows } = await this.sql.query<RuleRow>(LIST_VERSIONS, [tenantId, ruleId, limit, offset]);
    return rows.map(toView);
  }
}

function toView(row: RuleRow): RuleView {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
