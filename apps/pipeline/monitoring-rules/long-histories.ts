import { LRUCache } from 'lru-cache';
import type { RuleOutcome } from '@probity/monitoring/rule-set';
import type { NoticeBoard } from '@probity/notices/notice-board';
import { MAX_HISTORY } from '../evaluation/evaluation';
import { OVER_AFTER_MS } from './rule-stops';
import type { TenantRuleSet } from './tenant-rules';

const MAX_TENANTS = 10_000;
const MAX_IDS = 100;
const CONCERN = { kind: 'rule_stopped' as const, subject: 'histories' };

export const lacksHistory = (outcome: RuleOutcome): boolean => !outcome.hit && outcome.stopped === 'history';

/** Tells staff that rules are stopped because a customer has too many transactions in their windows. */
export class LongHistories {
  /** when rules of a tenant were stopped last; epoch milliseconds */
  private readonly stoppedAt = new LRUCache<string, number>({ max: MAX_TENANTS });

  constructor(private readonly board: Pick<NoticeBoard, 'raise' | 'settle'>) {}

  /** Returns the work on the notice, if there is any. */
  observe(tenantId: string, { byId }: TenantRuleSet, outcomes: RuleOutcome[], now: number): Promise<void> | undefined {
    const stopped = outcomes.filter(lacksHistory).map(({ rule_id }) => rule_id);
    if (stopped.length === 0) return this.settle(tenantId, now);
    this.stoppedAt.set(tenantId, now);
    const { name } = byId.get(stopped[0]!)!.definition;
    const others = stopped.length > 1 ? ` and ${stopped.length - 1} more` : '';
    const message =
      `Monitoring rules are stopped because a customer has more than ${MAX_HISTORY} transactions in their windows: ` +
      `"${name}"${others}. Events may match them without an alert; the outcomes of these events name the rules. Make ` +
      'their windows shorter.';
    const data = { rule_ids: stopped.slice(0, MAX_IDS), limit_transactions: MAX_HISTORY };
    return this.board.raise({ ...CONCERN, tenantId, severity: 'medium', message, data });
  }

  private settle(tenantId: string, now: number): Promise<void> | undefined {
    const at = this.stoppedAt.get(tenantId);
    if (at === undefined || now - at < OVER_AFTER_MS) return undefined;
    this.stoppedAt.delete(tenantId);
    const reason = 'No customer has too many transactions for the windows of the rules any more.';
    return this.board.settle({ ...CONCERN, tenantId }, reason);
  }
}
