import { LRUCache } from 'lru-cache';
import type { EventType } from '@probity/contracts/pipeline/views';
import { MAX_RULE_COST } from '@probity/monitoring/rule-cost';
import { KNOWN_MS, type Notice, type NoticeBoard } from '@probity/notices/notice-board';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { CompiledRules, Evaluated } from '../evaluation/evaluation';
import type { RuleWatch } from '../stages/monitoring/native-monitoring';
import { lacksHistory, LongHistories } from './long-histories';
import { type Suspension, RuleStops } from './rule-stops';
import type { Rules } from './rules';
import { revisionOf, suspendedNotice } from './stopped-notice';
import type { TenantRuleSet } from './tenant-rules';

const MAX_TENANTS = 10_000;

interface TenantRecord {
  stops: RuleStops;
  /** when the notice was compared with the stopped rules; epoch milliseconds */
  noticedAt?: number;
  /** no notice of this tenant is open, unless another instance raised one since */
  isSettled: boolean;
}

interface Parts {
  rules: Pick<Rules, 'update'>;
  board: Pick<NoticeBoard, 'raise' | 'revise' | 'settle'>;
  metrics: Pick<Metrics, 'countStoppedWork'>;
  logger: Logger;
  now: Clock;
}

/**
 * Watches for rules that use up their time. Staff get a notice when rules are stopped, because events may match them.
 * A rule that keeps using up its time, or most of the time that all rules share, is suspended: it becomes a disabled
 * version, and staff get a notice.
 *
 * Each instance counts for itself and from its start. So a rule can be stopped a few times more often.
 */
export class SlowRules implements RuleWatch {
  private readonly tenants = new LRUCache<string, TenantRecord>({ max: MAX_TENANTS });

  private readonly histories: LongHistories;

  constructor(private readonly parts: Parts) {
    this.histories = new LongHistories(parts.board);
  }

  evaluated(tenantId: string, rules: TenantRuleSet, eventType: EventType, all: Evaluated): void {
    if (all.compiled) this.reportCompiled(tenantId, rules, all.compiled);
    const now = this.parts.now().getTime();
    const told = this.histories.observe(tenantId, rules, all.outcomes, now);
    if (told) void this.stored(told);
    const evaluated = { ...all, outcomes: all.outcomes.filter((outcome) => !lacksHistory(outcome)) };
    const record = this.recordOf(tenantId, now);
    const suspensions = record.stops.observe(rules, eventType, evaluated, now);
    let isStopped = false;
    for (const outcome of evaluated.outcomes) {
      if (outcome.hit || outcome.stopped === undefined || outcome.stopped === 'history') continue;
      isStopped = true;
      this.parts.metrics.countStoppedWork(outcome.stopped);
    }
    if (isStopped) void this.notice(tenantId, record, rules, evaluated, now);
    else if (!record.isSettled && record.stops.isOver(now)) void this.settle(tenantId, record);
    for (const suspension of suspensions) void this.suspend(tenantId, rules, suspension);
  }

  private recordOf(tenantId: string, now: number): TenantRecord {
    const known = this.tenants.get(tenantId);
    if (known) return known;
    const record = { stops: new RuleStops(now), isSettled: false };
    this.tenants.set(tenantId, record);
    return record;
  }

  private async suspend(tenantId: string, rules: TenantRuleSet, suspension: Suspension): Promise<void> {
    const { rule_id, version } = suspension;
    const about = { tenant: tenantId, rule: rule_id };
    try {
      await this.parts.rules.update(tenantId, rule_id, {
        mode: 'disabled',
        expected_version: version,
        actor: 'system',
      });
    } catch (err) {
      this.parts.logger.warn({ err, ...about }, 'cannot suspend a rule; it is tried again');
      return;
    }
    this.parts.logger.warn({ ...about, ...suspension }, 'suspended a slow rule');
    await this.stored(this.parts.board.raise(suspendedNotice(tenantId, rules, suspension)));
  }

  /** Compares the notice with the stopped rules, once in a while. */
  private async notice(
    tenantId: string,
    record: TenantRecord,
    rules: TenantRuleSet,
    { longest = [] }: Evaluated,
    now: number,
  ): Promise<void> {
    record.isSettled = false;
    if (record.noticedAt !== undefined && now - record.noticedAt < KNOWN_MS) return;
    record.noticedAt = now;
    const stopped = record.stops.current(rules, now);
    const concern = { tenantId, kind: 'rule_stopped' as const, subject: 'monitoring' };
    const isStored = await this.stored(
      this.parts.board.revise(concern, (open) => revisionOf(open, rules, stopped, longest)),
    );
    if (!isStored) record.noticedAt = undefined;
  }

  private async settle(tenantId: string, record: TenantRecord): Promise<void> {
    record.isSettled = true;
    record.noticedAt = undefined;
    const concern = { tenantId, kind: 'rule_stopped' as const, subject: 'monitoring' };
    const reason = 'All rules are evaluated within their time again.';
    if (!(await this.stored(this.parts.board.settle(concern, reason)))) record.isSettled = false;
  }

  private reportCompiled(tenantId: string, { byId }: TenantRuleSet, { unusable, aboveLimit }: CompiledRules): void {
    for (const { rule_id, message } of unusable) {
      const about = { rule: rule_id, tenant: tenantId, version: byId.get(rule_id)!.version, reason: message };
      this.parts.logger.error(about, 'stored rule no longer compiles; skipping it');
    }
    for (const { rule_id, cost } of aboveLimit) {
      const notice: Notice = {
        tenantId,
        kind: 'rule_above_limit',
        subject: rule_id,
        severity: 'low',
        message:
          `The stored monitoring rule "${byId.get(rule_id)!.definition.name}" costs ${cost}; a new rule can cost at most ` +
          `${MAX_RULE_COST}. It keeps running within its time limit. It cannot be saved again as it is.`,
        data: { rule_id, cost, limit: MAX_RULE_COST },
      };
      void this.stored(this.parts.board.raise(notice));
    }
  }

  /** A notice that cannot be stored must not keep an event from its outcome. A later event tries again. */
  private stored(work: Promise<unknown>): Promise<boolean> {
    return work.then(
      () => true,
      (err: unknown) => {
        this.parts.logger.warn({ err }, 'cannot store a notice about rules; a later event tries again');
        return false;
      },
    );
  }
}
