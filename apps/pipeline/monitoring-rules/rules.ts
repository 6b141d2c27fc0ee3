import { Injectable } from '@nestjs/common';
import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import {
  RULE_STREAM_PREFIX,
  type RuleEvent,
  type RuleMode,
  ruleStream,
  type RuleVersionSaved,
} from '@probity/contracts/monitoring-rules/events';
import { type Actor, actorIn } from '@probity/contracts/staff/officer';
import type { Aggregate } from '@probity/event-store/aggregate';
import type { AggregateStore, Decision } from '@probity/event-store/aggregate-store';
import { decided } from '@probity/monitoring/comparable-amounts';
import { DEFAULT_RULES } from '@probity/monitoring/default-rules';
import { canonicalJson } from '@probity/platform/canonical-json';
import { Database } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import {
  projectRuleEvents,
  RULE_ROW,
  RULE_TABLES,
  RULE_AUDIT,
} from '@probity/read-side/monitoring-rules/rule-projection';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';
import { refuseUnlessAsSeen, ruleAsSeen } from '@probity/read-side/proposals/as-seen';
import { refuseOtherVersion } from '@probity/read-side/monitoring-rules/refuse-other-version';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { TimeSource } from '@probity/platform/time-source';
import { InTurn } from '@probity/platform/in-turn';
import { checkNewRule, checkRule } from '@probity/read-side/monitoring-rules/check-rule';

const COUNT_ENABLED = `
  SELECT count(*)::int AS enabled FROM pipeline.monitoring_rules
  WHERE tenant_id = $1 AND mode <> 'disabled' AND id <> $2`;
const MARK_INSTALLED = `
  INSERT INTO pipeline.monitoring_rule_changes AS c (tenant_id, defaults_installed_at) VALUES ($1, $2)
  ON CONFLICT (tenant_id) DO UPDATE SET defaults_installed_at = coalesce(c.defaults_installed_at, $2)`;

/** The state of a rule is its latest version. Decisions also read the number of the tenant's rules on the read side. */
export const RULE: Aggregate<RuleVersionSaved, RuleEvent> = {
  name: 'monitoring rule',
  kind: 'rules',
  prefix: RULE_STREAM_PREFIX,
  stream: ruleStream,
  evolve: (_version, { data }) => data,
  tenantOf: ({ tenant_id }) => tenant_id,
  row: RULE_ROW,
  tables: RULE_TABLES,
  audit: RULE_AUDIT,
  projection: projectRuleEvents,
  decidesOnReadSide: true,
};

type NextVersion = Omit<RuleVersionSaved, 'saved_at'>;

/** A requested change of a rule. */
export interface RuleChange extends Actor {
  mode?: RuleMode;
  definition?: Record<string, unknown>;
  /** the version on which the caller bases the change */
  expected_version?: number;
  /** the hash of the version with which the caller compared the change */
  as_seen?: string;
  /** why; the audit trail stores it */
  reason?: string;
}

/** Saves versions of rules. The changes of one tenant run one after the other. */
@Injectable()
export class Rules {
  private readonly turns = new InTurn();

  constructor(
    private readonly database: Database,
    private readonly store: AggregateStore,
    private readonly queries: RuleQueries,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `invalid_rule`, `too_many_rules` */
  create(
    tenantId: string,
    ruleId: string,
    {
      mode,
      definition,
      reason,
      ...by
    }: { mode: RuleMode; definition: Record<string, unknown>; reason?: string } & Actor,
  ): Promise<RuleView> {
    checkNewRule(definition);
    return this.turns.run(tenantId, async () => {
      const rule = { rule_id: ruleId, tenant_id: tenantId, key: null, version: 1, mode, ...actorIn(by) };
      const first = { ...rule, definition: decided(definition), ...(reason !== undefined && { reason }) };
      const { loaded } = await this.store.change(RULE, ruleId, async (existing) => {
        if (existing) return undefined;
        await this.refuseTooMany(tenantId, ruleId, mode);
        return this.saving(first);
      });
      if (loaded && loaded.state.tenant_id !== tenantId) {
        throw invalid('rule_id_taken', 'rule_id is used by another rule');
      }
      return this.view(tenantId, ruleId);
    });
  }

  /** @throws Refusal `not_found`, `version_conflict`, `invalid_rule`, `too_many_rules` */
  update(tenantId: string, ruleId: string, change: RuleChange): Promise<RuleView> {
    return this.turns.run(tenantId, async () => {
      await this.store.changeOf(tenantId, RULE, ruleId, async ({ state }) => {
        const next = nextVersion(state, change);
        if (!next) return undefined;
        refuseUnlessAsSeen('monitoring rule', ruleAsSeen(state), change.as_seen);
        if (change.definition) checkNewRule(next.definition);
        else checkRule(next.definition);
        if (state.mode === 'disabled') await this.refuseTooMany(tenantId, ruleId, next.mode);
        return this.saving(next);
      });
      return this.view(tenantId, ruleId);
    });
  }

  /** Installs the rules of the default pack that the tenant never had; returns them. */
  installDefaults(tenantId: string, actor: string): Promise<RuleView[]> {
    return this.turns.run(tenantId, async () => {
      const installed: RuleView[] = [];
      for (const { key, definition } of DEFAULT_RULES) {
        const ruleId = defaultRuleId(tenantId, key);
        const rule = { rule_id: ruleId, tenant_id: tenantId, key, version: 1, mode: 'active' as const, actor };
        const first = this.saving({ ...rule, definition: decided({ ...definition }) });
        const { loaded } = await this.store.change(RULE, ruleId, (had) => (had ? undefined : first));
        if (!loaded) installed.push(await this.view(tenantId, ruleId));
      }
      await this.database.query(MARK_INSTALLED, [tenantId, this.time.now()]);
      return installed;
    });
  }

  private saving(rule: NextVersion): Decision<RuleEvent> {
    return { events: [{ type: 'RuleVersionSaved', data: { ...rule, saved_at: this.time.now().toISOString() } }] };
  }

  private async refuseTooMany(tenantId: string, ruleId: string, mode: RuleMode): Promise<void> {
    if (mode === 'disabled') return;
    const { rows } = await this.database.query<{ enabled: number }>(COUNT_ENABLED, [tenantId, ruleId]);
    const current = rows[0]!.enabled;
    const limit = await new LimitQueries(this.database).limit(tenantId, 'monitoring_rules');
    if (current < limit) return;
    throw quotaExceeded('too_many_rules', 'monitoring_rules', { limit, current, remedy: 'disable a rule first' });
  }

  private async view(tenantId: string, ruleId: string): Promise<RuleView> {
    const view = await this.queries.rule(tenantId, ruleId);
    if (!view) throw new Error(`the monitoring rule ${ruleId} is stored in its stream but is not on the read side`);
    return view;
  }
}

/** The id of a default rule. It is derived from the tenant and the key, so that the rule is installed once. */
export const defaultRuleId = (tenantId: string, key: string): string =>
  derivedId(tenantId, `default monitoring rule ${key}`);

/**
 * The next version; undefined when nothing changes.
 *
 * @throws Refusal `version_conflict`
 */
function nextVersion(
  current: RuleVersionSaved,
  { mode = current.mode, definition: changed, expected_version, as_seen: _, reason, ...by }: RuleChange,
): NextVersion | undefined {
  refuseOtherVersion(current, expected_version);
  const { rule_id, tenant_id, key, version } = current;
  const definition = changed ? decided(changed, current.definition) : current.definition;
  if (mode === current.mode && canonicalJson(definition) === canonicalJson(current.definition)) return undefined;
  return { rule_id, tenant_id, key, version: version + 1, mode, definition, ...actorIn(by), ...(reason && { reason }) };
}
