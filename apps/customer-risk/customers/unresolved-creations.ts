import type { OnModuleDestroy } from '@nestjs/common';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import type { AggregateStore, Decision } from '@probity/event-store/aggregate-store';
import { mayBecomeKnown } from '@probity/event-store/until-known';
import { isUnavailable } from '@probity/persistence/unavailable';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { CUSTOMER } from './customer-state';
import type { EmailClaims } from './email-claims';

/** Each keeps the events of one customer in memory. */
const MAX_AT_ONCE = 1_000;
const LOOK_AGAIN_MS = 1_000;
const PASSING_CODES = ['unavailable', 'email_pending'];

export interface UnresolvedCreation {
  tenant_id: string;
  customer_id: string;
  email: string;
  /** every event has its id, so that all attempts are the same append */
  decided: Decision<CustomerEvent>;
}

/**
 * Creations that ended with `outcome_unknown`, because the event store did not confirm the append in time. Repeats each
 * append until the store confirms it, so that the address belongs to the customer soon after the store is back.
 *
 * Guarantees: the address stays claimed meanwhile, however long it takes, so no other customer gets it.
 *
 * Not guaranteed: that a creation is resolved here if the process ends, or if more than 1,000 are unresolved. Its
 * address can then be taken over after 60 s; see `Claims`.
 */
export class UnresolvedCreations implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  /** @param store should make one attempt only, so that `onModuleDestroy` does not wait for long */
  constructor(
    private readonly store: AggregateStore,
    private readonly emails: Pick<EmailClaims, 'take'>,
    private readonly logger: Logger,
    private readonly lookAgainMs = LOOK_AGAIN_MS,
  ) {}

  /** Resolves the creation in the background if `error`, with which it ended, says that a repetition can. */
  add(creation: UnresolvedCreation, error: unknown): void {
    if (!isPassing(error) || this.stopping.signal.aborted || this.running.size >= MAX_AT_ONCE) return;
    const { customer_id } = creation;
    this.logger.warn({ err: error, customer_id }, 'a creation is unresolved; its append is repeated');
    const resolving = this.resolve(creation)
      .catch((err: unknown) => this.logger.error({ err, customer_id }, 'a creation stays unresolved'))
      .finally(() => this.running.delete(resolving));
    this.running.add(resolving);
  }

  /** Resolves after the current attempts. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async resolve({ tenant_id, customer_id, email, decided }: UnresolvedCreation): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        // Each time, because another customer could take the address over from a claim that is a minute old.
        await this.emails.take(tenant_id, email, customer_id);
        await this.store.begin(CUSTOMER, customer_id, decided);
        this.logger.info({ customer_id }, 'an unresolved creation is resolved: the customer exists');
        return;
      } catch (error) {
        if (!isPassing(error)) throw error;
        await pause(this.lookAgainMs, signal);
      }
    }
  }
}

/** Whether the event store or Postgres did not answer, so that another attempt can learn more. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Refusal)) return isUnavailable(error);
  return error.kind === 'outcome_unknown' ? mayBecomeKnown(error.cause) : PASSING_CODES.includes(error.code);
}
