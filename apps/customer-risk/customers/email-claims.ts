import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { invalid, Refusal } from '@probity/platform/errors';
import type { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { emailKey } from '@probity/read-side/customers/email-key';
import type { Claims, TakenClaim } from '../claims/claims';
import { CUSTOMER } from './customer-state';
import type { EmailKeys } from './email-keys';

/** Ensures that an e-mail address is unique in a tenant; `emailKey` says which addresses count as equal. */
export class EmailClaims {
  constructor(
    private readonly claims: Claims,
    private readonly store: AggregateStore,
    private readonly customers: CustomerQueries,
    private readonly keys: Pick<EmailKeys, 'complete'>,
  ) {}

  /**
   * Claims the address for a new customer. A customer that the event store has lost keeps its address as long as the
   * read side has it. After a rebuild from the store, the address is free: otherwise no customer could have it again.
   *
   * @throws Refusal `email_taken`, or `overloaded` when another command is creating a customer with the address and
   * does not end in time
   */
  async take(tenantId: string, email: string, customerId: string): Promise<TakenClaim> {
    await this.keys.complete();
    // Also true for customers without a claim, such as those of a read side that was rebuilt in an empty database.
    const holders = await this.customers.idsByEmail(tenantId, email);
    if (holders.some((id) => id !== customerId)) throw emailTaken(email);
    const claim = { tenantId, names: [`email:${emailKey(email)}`], owner: customerId };
    const taking = await this.claims.take(claim, async (_name, owner) =>
      (await this.store.load(CUSTOMER, owner)) ? 'used' : 'pending',
    );
    if (taking.outcome === 'taken') return taking.claim;
    if (taking.outcome === 'held') throw emailTaken(email);
    throw new Refusal(
      'overloaded',
      'email_pending',
      `another request is creating a customer with the email "${email}"; no changes were made; retry`,
    );
  }

  /**
   * Claims the address for longer. Takes it again if another attempt of the same command has claimed it meanwhile.
   *
   * @throws Refusal like `take`
   */
  async renew(claim: TakenClaim, email: string): Promise<TakenClaim> {
    return (await this.claims.renew(claim)) ? claim : this.take(claim.tenantId, email, claim.owner);
  }

  /** Frees the address if no customer was created with it. */
  release(claim: TakenClaim): Promise<void> {
    return this.claims.release(claim);
  }
}

export const emailTaken = (email: string): Refusal =>
  invalid('email_taken', `email "${email}" is already used by another customer of the tenant`);
