import type { RuleFigures, ShadowHit } from '@probity/contracts/insights/views';
import type { Sql } from '@probity/persistence/database';
import { RuleQueries } from '../monitoring-rules/rule-queries';
import type { RulesQuery } from '../monitoring-rules/rules.query';
import type { Page } from '../page';
import { readViews } from '../views';

const ALERTS = `
  SELECT rule_id, count(*)::int AS alerts, count(*) FILTER (WHERE status IN ('resolved', 'dismissed'))::int AS decided,
    count(*) FILTER (WHERE status = 'resolved')::int AS confirmed
  FROM customer_risk.alerts WHERE tenant_id = $1 AND created_at >= $2 AND rule_id = ANY($3) GROUP BY 1`;
const SHADOW = `
  SELECT rule_id, count(*)::int AS shadow_hits, count(DISTINCT customer_id)::int AS shadow_customers
  FROM pipeline.shadow_hits WHERE tenant_id = $1 AND at >= $2 AND rule_id = ANY($3) GROUP BY 1`;
const HITS = `
  SELECT event_id, customer_id, version, at FROM pipeline.shadow_hits WHERE tenant_id = $1 AND rule_id = $2
  ORDER BY at DESC, event_id DESC LIMIT $3 OFFSET $4`;

const NOTHING = { alerts: 0, decided: 0, confirmed: 0, shadow_hits: 0, shadow_customers: 0 };

/** Counts what rules found. Every query is restricted to one tenant. */
export class RuleInsightQueries {
  private readonly rules: RuleQueries;

  constructor(private readonly sql: Sql) {
    this.rules = new RuleQueries(sql);
  }

  /** The figures of the rules of a page, in the order of the list of rules. */
  async figures(
    tenantId: string,
    page: Page,
    filter: Omit<RulesQuery, keyof Page>,
    since: Date,
  ): Promise<RuleFigures[]> {
    const ids = (await this.rules.rules(tenantId, page, filter)).map(({ id }) => id);
    return this.count(tenantId, ids, since);
  }

  /** The figures of one rule; undefined when the tenant has no such rule. */
  async figuresOf(tenantId: string, ruleId: string, since: Date): Promise<RuleFigures | undefined> {
    if (!(await this.rules.rule(tenantId, ruleId))) return undefined;
    return (await this.count(tenantId, [ruleId], since))[0];
  }

  private async count(tenantId: string, ids: string[], since: Date): Promise<RuleFigures[]> {
    const of = [tenantId, since, ids];
    const [alerts, shadow] = await Promise.all([
      readViews<Partial<RuleFigures>>(this.sql, ALERTS, of),
      readViews<Partial<RuleFigures>>(this.sql, SHADOW, of),
    ]);
    return ids.map((rule_id) => {
      const counted = [...alerts, ...shadow].filter((row) => row.rule_id === rule_id);
      return Object.assign({ rule_id, ...NOTHING }, ...counted) as RuleFigures;
    });
  }

  shadowHits(tenantId: string, ruleId: string, { limit, offset }: Page): Promise<ShadowHit[]> {
    return readViews(this.sql, HITS, [tenantId, ruleId, limit, offset]);
  }
}
