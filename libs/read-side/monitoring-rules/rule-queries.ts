import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { RulesQuery } from './rules.query';

const RULE = `
  SELECT id, key, version, mode, definition, created_at, updated_at FROM pipeline.monitoring_rules
  WHERE tenant_id = $1`;
const GET_RULE = `${RULE} AND id = $2`;
const VERSIONS = `
  SELECT r.id, r.key, v.version, v.mode, v.definition, r.created_at, v.saved_at AS updated_at
  FROM pipeline.monitoring_rule_versions v JOIN pipeline.monitoring_rules r ON r.id = v.rule_id
  WHERE r.tenant_id = $1 AND v.rule_id = $2`;

/** Reads monitoring rules. Every query is restricted to one tenant. */
export class RuleQueries {
  constructor(private readonly sql: Sql) {}

  /** In the order of their creation. */
  rules(tenantId: string, page: Page, { mode }: Omit<RulesQuery, keyof Page> = {}): Promise<RuleView[]> {
    return listViews(this.sql, RULE, [tenantId], { where: { mode }, order: 'created_at, id', page });
  }

  rule(tenantId: string, ruleId: string): Promise<RuleView | undefined> {
    return readView(this.sql, GET_RULE, [tenantId, ruleId]);
  }

  /** All versions of a rule, newest first. `updated_at` is the time when the version was saved. */
  versions(tenantId: string, ruleId: string, page: Page): Promise<RuleView[]> {
    return listViews(this.sql, VERSIONS, [tenantId, ruleId], { order: 'version DESC', page });
  }
}
