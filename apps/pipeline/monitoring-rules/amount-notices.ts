import { LRUCache } from 'lru-cache';
import type { NoticeRaised } from '@probity/contracts/notices/events';
import { isUndecided } from '@probity/monitoring/comparable-amounts';
import { type Concern, MIN_OPEN_MS, type NoticeBoard, type Revision } from '@probity/notices/notice-board';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { AmountKind } from '../stages/monitoring/monitoring-stage';
import type { AmountReaders, AmountWatch } from '../stages/monitoring/native-monitoring';
import { type AmountNoticeKind, concernedCurrencies, MAX_CURRENCIES, revisedNotice } from './amount-notice';
import type { TenantRuleSet } from './tenant-rules';

/** Of the currencies of tenants about which this instance remembers that the notice is right. */
const MAX_KNOWN = 20_000;
const MAX_TENANTS = 10_000;

interface Parts {
  board: Pick<NoticeBoard, 'revise' | 'settle'>;
  logger: Logger;
  now: Clock;
}

/** What this instance knows of a currency in a notice. */
interface Known {
  isConcerned: boolean;
  /** epoch milliseconds. For every event, it would cost more than the evaluation of a rule. */
  askAgainAt: number;
}

/**
 * Tells staff about amounts without a rate, in two notices of a tenant: that rules do not see the amounts in some
 * currencies, and that rules which never decided about them compare them as they are. Each notice names its currencies,
 * so that a sender of many currencies fills no list. A later transaction in a currency without the cause removes the
 * currency; the last one settles the notice.
 */
export class AmountNotices implements AmountWatch {
  private readonly known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  /** by tenant and kind: currencies that the notice does not name yet, because it was raised shortly before */
  private readonly pending = new LRUCache<string, Set<string>>({ max: MAX_TENANTS });

  constructor(private readonly parts: Parts) {}

  async observed(
    tenantId: string,
    { byId }: TenantRuleSet,
    amount: AmountKind,
    { compared_by, unknown_to }: AmountReaders,
  ): Promise<void> {
    const undecided = compared_by.filter((id) => isUndecided(byId.get(id)!.definition));
    const nameOf = (id: string): string => byId.get(id)!.definition.name;
    await this.compare(tenantId, 'amounts_not_compared', amount, unknown_to, nameOf);
    await this.compare(tenantId, 'unconverted_amounts_compared', amount, undecided, nameOf);
  }

  /** Brings a notice in line with an amount, unless this instance knows that it is. */
  private async compare(
    tenantId: string,
    kind: AmountNoticeKind,
    amount: AmountKind,
    ruleIds: string[],
    nameOf: (ruleId: string) => string,
  ): Promise<void> {
    const isConcerned = ruleIds.length > 0;
    const { currency } = amount;
    const key = `${tenantId} ${kind} ${currency}`;
    const now = this.parts.now().getTime();
    const before = this.known.get(key);
    const pending = this.pendingOf(`${tenantId} ${kind}`);
    if (before?.isConcerned === isConcerned && now < before.askAgainAt) return;

    // An officer may settle the notice while its cause lasts. So it is looked at again from time to time.
    const known = { isConcerned, askAgainAt: now + MIN_OPEN_MS };
    this.known.set(key, known);
    if (!isConcerned) pending.delete(currency);
    else if (pending.size < MAX_CURRENCIES) pending.add(currency);
    const concern = { tenantId, kind, subject: 'monitoring' };
    let currencies: string[] = [];
    const decide = (open?: NoticeRaised): Revision | undefined => {
      const named = concernedCurrencies(open);
      const wanted = new Set([...named, ...pending]);
      if (!isConcerned) wanted.delete(currency);
      currencies = [...wanted].slice(0, MAX_CURRENCIES);
      if (currencies.length === named.length && currencies.every((one) => named.includes(one))) return undefined;
      return revisedNotice(kind, amount, currencies, ruleIds, open, nameOf);
    };
    const isDone = await this.kept(async () => {
      await this.settleFormer(concern, currency, before === undefined);
      return this.parts.board.revise(concern, decide);
    });
    if (isDone === undefined && this.known.get(key) === known) this.known.delete(key);
    if (!isDone) return;
    for (const one of currencies) pending.delete(one);
    if (!isConcerned) known.askAgainAt = Infinity;
  }

  /** Earlier versions had a notice of each currency. */
  private async settleFormer(concern: Concern, currency: string, isFirst: boolean): Promise<void> {
    if (!isFirst) return;
    const former = { ...concern, subject: `monitoring/${currency}` };
    await this.parts.board.settle(former, 'One notice names all currencies now.');
  }

  private pendingOf(key: string): Set<string> {
    const known = this.pending.get(key) ?? new Set<string>();
    this.pending.set(key, known);
    return known;
  }

  /** A notice that cannot be stored must not keep an event from its outcome. The next event tries again. */
  private kept(stored: () => Promise<boolean>): Promise<boolean | undefined> {
    return stored().catch((err: unknown) => {
      this.parts.logger.warn({ err }, 'cannot store a notice about amounts; the next event tries again');
      return undefined;
    });
  }
}
