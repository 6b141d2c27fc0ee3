import { LRUCache } from 'lru-cache';
import { isUndecided } from '@probity/monitoring/comparable-amounts';
import { MIN_OPEN_MS, type Notice, type NoticeBoard } from '@probity/notices/notice-board';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { AmountKind } from '../stages/monitoring/monitoring-stage';
import type { AmountReaders, AmountWatch } from '../stages/monitoring/native-monitoring';
import type { TenantRuleSet } from './tenant-rules';

/** Of the notices that this instance remembers as settled. */
const MAX_SETTLED = 20_000;
/** Of the rules that a notice names by their ids. */
const MAX_NAMED = 20;

interface Parts {
  board: Pick<NoticeBoard, 'raise' | 'settle'>;
  logger: Logger;
  now: Clock;
}

interface Settled {
  /**
   * epoch milliseconds. Once, because a notice cannot be settled shortly after it was raised. For every event, it would
   * cost more than the evaluation of a rule.
   */
  askAgainAt: number;
}

/**
 * Tells staff about amounts without a rate, for each tenant and currency: that rules do not see them, and that rules
 * which never decided about them compare them as they are. A later transaction without the cause settles the notice.
 */
export class AmountNotices implements AmountWatch {
  private readonly settled = new LRUCache<string, Settled>({ max: MAX_SETTLED });

  constructor(private readonly parts: Parts) {}

  async observed(
    tenantId: string,
    { byId }: TenantRuleSet,
    { currency, reference_currency, comparable }: AmountKind,
    { compared_by, unknown_to }: AmountReaders,
  ): Promise<void> {
    const concern = { tenantId, subject: `monitoring/${currency}` };
    const undecided = compared_by.filter((id) => isUndecided(byId.get(id)!.definition));
    const named = (ids: string[]): string =>
      `"${byId.get(ids[0]!)!.definition.name}"${ids.length > 1 ? ` and ${ids.length - 1} more` : ''}`;
    const data = (ids: string[]) => ({ currency, reference_currency, rule_ids: ids.slice(0, MAX_NAMED) });
    const missing = reference_currency === null ? 'there is no reference currency' : 'there is no rate for it';
    const over = comparable ? `Amounts in ${currency} are comparable now.` : 'No rule is concerned any more.';

    if (unknown_to.length === 0) await this.settle({ ...concern, kind: 'amounts_not_compared' }, over);
    else {
      await this.raise({
        ...concern,
        kind: 'amounts_not_compared',
        severity: 'high',
        message:
          `Monitoring rules do not see amounts in ${currency}, because ${missing}: ${named(unknown_to)}. Set it with ` +
          'probity settings set, or let rules compare these amounts as they are (compare_unconverted_amounts).',
        data: data(unknown_to),
      });
    }
    if (undecided.length === 0) await this.settle({ ...concern, kind: 'unconverted_amounts_compared' }, over);
    else {
      await this.raise({
        ...concern,
        kind: 'unconverted_amounts_compared',
        severity: 'medium',
        message:
          `Monitoring rules compare amounts in ${currency} as if they were in ${reference_currency ?? 'one currency with the others'}, because ` +
          `${missing}: ${named(undecided)}. Set it with probity settings set, or save the rules again with ` +
          'compare_unconverted_amounts.',
        data: data(undecided),
      });
    }
  }

  private async raise(notice: Notice): Promise<void> {
    this.settled.delete(keyOf(notice));
    await this.kept(this.parts.board.raise(notice));
  }

  private async settle(concern: Pick<Notice, 'tenantId' | 'kind' | 'subject'>, reason: string): Promise<void> {
    const key = keyOf(concern);
    const now = this.parts.now().getTime();
    const before = this.settled.get(key);
    if (before && now < before.askAgainAt) return;
    const settled = { askAgainAt: before ? Infinity : now + MIN_OPEN_MS };
    this.settled.set(key, settled);
    const isStored = await this.kept(this.parts.board.settle(concern, reason));
    if (!isStored && this.settled.get(key) === settled) this.settled.delete(key);
  }

  /** A notice that cannot be stored must not keep an event from its outcome. The next event tries again. */
  private kept(stored: Promise<void>): Promise<boolean> {
    return stored.then(
      () => true,
      (err: unknown) => {
        this.parts.logger.warn({ err }, 'cannot store a notice about amounts; the next event tries again');
        return false;
      },
    );
  }
}

const keyOf = ({ tenantId, kind, subject }: Pick<Notice, 'tenantId' | 'kind' | 'subject'>): string =>
  `${tenantId} ${kind} ${subject}`;
