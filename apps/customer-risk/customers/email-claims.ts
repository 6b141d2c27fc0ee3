import { Injectable } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { invalid, Refusal } from '@probity/platform/errors';
import { emailKey } from '@probity/read-side/customers/email-key';
import { Claims, type TakenClaim } from '../claims/claims';
import { CUSTOMER } from './customer-state';

/** Ensures that an e-mail address is unique in a tenant; upper and lower case count as equal. */
@Injectable()
export class EmailClaims {
  constructor(
    private readonly claims: Claims,
    private readonly store: AggregateStore,
  ) {}

  /**
   * Claims the address for a new customer.
   *
   * @throws Refusal `email_taken`, or `overloaded` when another command is creating a customer with the address and
   * does not end in time
   */
  async take(tenantId: string, email: string, customerId: string): Promise<TakenClaim> {
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

  /** Frees the address if no customer was created with it. */
  release(claim: TakenClaim): Promise<void> {
    return this.claims.release(claim);
  }
}

export const emailTaken = (email: string): Refusal =>
  invalid('email_taken', `email "${email}" is already used by another customer of the tenant`);
