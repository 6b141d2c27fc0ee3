import { LRUCache } from 'lru-cache';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import type { Sql } from '@probity/persistence/database';
import { SharedQuery } from '@probity/persistence/shared-query';
import type { Rules } from './rules';

/** The maximum number of rules in memory, for all tenants together. */
const MAX_KEPT = 100_000;

const CHANGES = `
  SELECT tenant_id, sequence, defaults_installed_at IS NOT NULL AS installed
  FROM pipeline.monitoring_rule_changes WHERE tenant_id = ANY($1)`;
const LOAD = `
  SELECT id, tenant_id, version, mode, definition FROM pipeline.monitoring_rules
  WHERE tenant_id = ANY($1) AND mode <> 'disabled' ORDER BY created_at, id`;

/** The active and shadow rules of a tenant. The object stays the same until a rule changes. */
export interface TenantRuleSet {
  /** another text for each other object */
  name: string;
  /** in the form in which they are compiled */
  definitions: readonly { rule_id: string; definition: RuleDefinition }[];
  byId: ReadonlyMap<string, StoredRule>;
  /** that the rules look at */
  eventTypes: ReadonlySet<string>;
}

export interface StoredRule {
  version: number;
  mode: RuleMode;
  definition: RuleDefinition;
}

/** @param rules in the order in which they run, by id */
export function ruleSet(name: string, rules: readonly (readonly [id: string, rule: StoredRule])[]): TenantRuleSet {
  return {
    name,
    definitions: rules.map(([rule_id, { definition }]) => ({ rule_id, definition })),
    byId: new Map(rules),
    eventTypes: new Set(rules.map(([, { definition }]) => definition.event_type)),
  };
}

interface Change {
  sequence: string;
  installed: boolean;
}

interface RuleRow extends StoredRule {
  id: string;
  tenant_id: string;
}

/**
 * Caches the rules of tenants. Each call reads the number of the tenant's last change, with a query that
 * concurrent callers share, and loads the rules again if the number differs. A confirmed change therefore applies to
 * every later call.
 */
export class TenantRules {
  private readonly kept = new LRUCache<string, { sequence: string; set: TenantRuleSet }>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ set }) => set.byId.size + 1,
  });
  private readonly changes = new SharedQuery<string, Map<string, Change>>((tenantIds) => this.readChanges(tenantIds));

  private loaded = 0;

  /** @param rules installs the default rules for a tenant that never had them */
  constructor(
    private readonly sql: Sql,
    private readonly rules: Pick<Rules, 'installDefaults'>,
  ) {}

  async current(tenantId: string): Promise<TenantRuleSet> {
    return (await this.currentOf([tenantId])).get(tenantId)!;
  }

  /** The rules of each of the tenants. */
  async currentOf(tenantIds: string[]): Promise<Map<string, TenantRuleSet>> {
    let changes = await this.changes.ask(tenantIds);
    const without = tenantIds.filter((tenantId) => !changes.get(tenantId)?.installed);
    if (without.length > 0) {
      for (const tenantId of new Set(without)) await this.rules.installDefaults(tenantId, 'system');
      changes = await this.changes.ask(tenantIds);
    }
    const found = new Map<string, TenantRuleSet>();
    const stale: string[] = [];
    for (const tenantId of new Set(tenantIds)) {
      const known = this.kept.get(tenantId);
      if (known?.sequence === changes.get(tenantId)!.sequence) found.set(tenantId, known.set);
      else stale.push(tenantId);
    }
    if (stale.length > 0) await this.load(stale, changes, found);
    return found;
  }

  /** Rules that change during the load may be cached under the older number. The next call then loads them again. */
  private async load(
    tenantIds: string[],
    changes: ReadonlyMap<string, Change>,
    found: Map<string, TenantRuleSet>,
  ): Promise<void> {
    const { rows } = await this.sql.query<RuleRow>(LOAD, [tenantIds]);
    for (const tenantId of tenantIds) {
      const { sequence } = changes.get(tenantId)!;
      const set = this.setOf(
        tenantId,
        rows.filter((row) => row.tenant_id === tenantId),
      );
      const known = this.kept.get(tenantId);
      if (known && BigInt(known.sequence) >= BigInt(sequence)) {
        found.set(tenantId, known.set); // another caller was faster
        continue;
      }
      this.kept.set(tenantId, { sequence, set });
      found.set(tenantId, set);
    }
  }

  private setOf(tenantId: string, rows: RuleRow[]): TenantRuleSet {
    const rules = rows.map(({ id, version, mode, definition }) => [id, { version, mode, definition }] as const);
    return ruleSet(`${tenantId} ${++this.loaded}`, rules);
  }

  private async readChanges(tenantIds: string[]): Promise<Map<string, Change>> {
    const { rows } = await this.sql.query<Change & { tenant_id: string }>(CHANGES, [tenantIds]);
    return new Map(rows.map(({ tenant_id, sequence, installed }) => [tenant_id, { sequence, installed }]));
  }
}
