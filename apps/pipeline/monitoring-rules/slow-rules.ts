import { LRUCache } from 'lru-cache';
import type { EventType } from '@probity/contracts/pipeline/views';
import { MAX_RULE_COST } from '@probity/monitoring/rule-cost';
import type { Notice, NoticeBoard } from '@probity/notices/notice-board';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { type CompiledRules, type Evaluated, TIME_LIMITS } from '../evaluation/evaluation';
import type { RuleWatch } from '../stages/monitoring/native-monitoring';
import type { Rules } from './rules';
import type { TenantRuleSet } from './tenant-rules';

/** A rule is suspended when it was stopped this often, and for at least half of the events, within the period. */
export const SUSPENDED_AFTER = 10;
const PERIOD_MS = 3_600_000;
/** After this time without a stopped rule, the notice about stopped rules is settled. */
const SETTLED_AFTER_MS = 600_000;
const MAX_TENANTS = 10_000;

/** How a version of a rule did since it was stopped first. */
interface Record {
  rule_id: string;
  version: number;
  since: number;
  stopped: number;
  evaluated: number;
}

interface TenantRecords {
  lastStoppedAt: number;
  byRule: Map<string, Record>;
}

interface Parts {
  rules: Pick<Rules, 'update'>;
  board: Pick<NoticeBoard, 'raise' | 'settle'>;
  metrics: Pick<Metrics, 'countStoppedWork'>;
  logger: Logger;
  now: Clock;
}

/**
 * Watches for rules that use up their time. Staff get a notice when rules are stopped, because events may match them.
 * A rule that keeps using up its time is suspended: it becomes a disabled version, and staff get a notice. A few
 * unusual events suspend no rule: it takes half of the events since the first one.
 *
 * Each instance counts for itself and from its start. So a rule can be stopped a few times more often.
 */
export class SlowRules implements RuleWatch {
  private readonly tenants = new LRUCache<string, TenantRecords>({ max: MAX_TENANTS });

  constructor(private readonly parts: Parts) {}

  evaluated(tenantId: string, rules: TenantRuleSet, eventType: EventType, { outcomes, compiled }: Evaluated): void {
    if (compiled) this.reportCompiled(tenantId, rules, compiled);
    const stopped = outcomes.filter((outcome) => !outcome.hit && outcome.stopped !== undefined);
    for (const outcome of stopped) if (!outcome.hit) this.parts.metrics.countStoppedWork(outcome.stopped!);
    const known = this.tenants.get(tenantId);
    if (stopped.length === 0 && !known) return;

    const now = this.parts.now().getTime();
    const records = known ?? { lastStoppedAt: now, byRule: new Map<string, Record>() };
    this.count(records, rules, eventType, now);
    if (stopped.length === 0) return this.settle(tenantId, records, now);
    records.lastStoppedAt = now;
    this.tenants.set(tenantId, records);
    void this.notify(stoppedNotice(tenantId, rules, stopped));
    for (const outcome of stopped) {
      if (outcome.hit || outcome.stopped !== 'rule') continue;
      const { version } = rules.byId.get(outcome.rule_id)!;
      this.countStop(tenantId, records, rules, { rule_id: outcome.rule_id, version, now });
    }
  }

  private count({ byRule }: TenantRecords, rules: TenantRuleSet, eventType: EventType, now: number): void {
    for (const [id, record] of byRule) {
      const rule = rules.byId.get(id);
      if (rule?.version !== record.version || now - record.since > PERIOD_MS) byRule.delete(id);
      else if (rule.definition.event_type === eventType) record.evaluated++;
    }
  }

  private countStop(
    tenantId: string,
    { byRule }: TenantRecords,
    rules: TenantRuleSet,
    { rule_id, version, now }: { rule_id: string; version: number; now: number },
  ): void {
    const record = byRule.get(rule_id) ?? { rule_id, version, since: now, stopped: 0, evaluated: 1 };
    byRule.set(rule_id, record);
    record.stopped++;
    if (record.stopped < SUSPENDED_AFTER || record.stopped * 2 < record.evaluated) return;
    byRule.delete(rule_id);
    void this.suspend(tenantId, rules, record);
  }

  private async suspend(tenantId: string, rules: TenantRuleSet, record: Record): Promise<void> {
    const { rule_id, version, stopped, evaluated } = record;
    const { name } = rules.byId.get(rule_id)!.definition;
    try {
      await this.parts.rules.update(tenantId, rule_id, {
        mode: 'disabled',
        expected_version: version,
        actor: 'system',
      });
    } catch (err) {
      this.parts.logger.warn({ err, tenant: tenantId, rule: rule_id }, 'cannot suspend a rule; it is tried again');
      return;
    }
    this.parts.logger.warn({ tenant: tenantId, rule: rule_id, version, stopped, evaluated }, 'suspended a slow rule');
    await this.notify({
      tenantId,
      kind: 'rule_suspended',
      subject: rule_id,
      severity: 'high',
      message:
        `The monitoring rule "${name}" is disabled: it used up its time of ${TIME_LIMITS.ofRule} ms for ${stopped} ` +
        `of ${evaluated} events. Make its windows shorter or its conditions simpler, then activate it again.`,
      data: { rule_id, version, stopped, evaluated },
    });
  }

  private settle(tenantId: string, { lastStoppedAt, byRule }: TenantRecords, now: number): void {
    if (now - lastStoppedAt < SETTLED_AFTER_MS) return;
    if (byRule.size === 0) this.tenants.delete(tenantId);
    const concern = { tenantId, kind: 'rule_stopped' as const, subject: 'monitoring' };
    this.parts.board
      .settle(concern, 'All rules are evaluated within their time again.')
      .catch((err: unknown) => this.parts.logger.warn({ err }, 'cannot settle a notice about rules'));
  }

  private reportCompiled(tenantId: string, { byId }: TenantRuleSet, { unusable, aboveLimit }: CompiledRules): void {
    for (const { rule_id, message } of unusable) {
      const about = { rule: rule_id, tenant: tenantId, version: byId.get(rule_id)!.version, reason: message };
      this.parts.logger.error(about, 'stored rule no longer compiles; skipping it');
    }
    for (const { rule_id, cost } of aboveLimit) {
      void this.notify({
        tenantId,
        kind: 'rule_above_limit',
        subject: rule_id,
        severity: 'low',
        message:
          `The stored monitoring rule "${byId.get(rule_id)!.definition.name}" costs ${cost}; a new rule can cost at most ` +
          `${MAX_RULE_COST}. It keeps running within its time limit. It cannot be saved again as it is.`,
        data: { rule_id, cost, limit: MAX_RULE_COST },
      });
    }
  }

  /** A notice that cannot be stored must not keep an event from its outcome. The next event tries again. */
  private async notify(notice: Notice): Promise<void> {
    await this.parts.board.raise(notice).catch((err: unknown) => {
      this.parts.logger.warn({ err }, 'cannot store a notice about rules; the next event tries again');
    });
  }
}

function stoppedNotice(tenantId: string, { byId }: TenantRuleSet, stopped: { rule_id: string }[]): Notice {
  const { name } = byId.get(stopped[0]!.rule_id)!.definition;
  const others = stopped.length > 1 ? ` and ${stopped.length - 1} more` : '';
  return {
    tenantId,
    kind: 'rule_stopped',
    subject: 'monitoring',
    severity: 'medium',
    message:
      `Monitoring rules are stopped because they use up their time, first "${name}"${others}: events may match them ` +
      `without an alert. The outcomes of these events name the rules. Make the rules simpler or their windows shorter.`,
    data: { rule_ids: stopped.slice(0, 20).map(({ rule_id }) => rule_id), limits_ms: { ...TIME_LIMITS } },
  };
}
