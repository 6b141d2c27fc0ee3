import { invalid } from '@probity/platform/errors';
import { profileChanges } from '../customers/customer-profile';
import { givenText, upperCase, withoutAbsent } from '../fields/absent';
import { canonicalTime } from '../fields/date.decorators';
import { canonicalDecimal } from '../fields/decimal.decorators';
import type { CounterpartyBody, OnboardingPayload, TransactionPayload } from './event.dto';

type Payload = Record<string, unknown>;

/** A transaction in canonical form: the amount is a decimal string, codes are in upper case, times in UTC. */
export function transactionPayload(given: TransactionPayload, receivedAt: Date): Payload {
  return withoutAbsent({
    transaction_id: given.transaction_id,
    account_ref: given.account_ref,
    amount: canonicalDecimal(given.amount),
    currency: given.currency.toUpperCase(),
    direction: given.direction,
    description: givenText(given.description),
    reference: givenText(given.reference),
    occurred_at: given.occurred_at ? canonicalTime(given.occurred_at) : receivedAt.toISOString(),
    method: given.method ?? undefined,
    channel: givenText(given.channel),
    counterparty: given.counterparty ? counterparty(given.counterparty) : undefined,
    metadata: given.metadata ?? undefined,
  });
}

/**
 * What is said of a customer's onboarding, in canonical form.
 *
 * @throws Refusal `invalid` when it does not say whose onboarding it is
 */
export function onboardingPayload(given: OnboardingPayload): Payload {
  const whose = withoutAbsent({
    customer_id: given.customer_id?.toLowerCase(),
    external_id: given.external_id ?? undefined,
    email: given.email ?? undefined,
    account_ref: given.account_ref ?? undefined,
  });
  if (Object.keys(whose).length === 0) {
    throw invalid(
      'invalid_field',
      'payload must name the customer by at least one of customer_id, external_id, email, account_ref',
    );
  }
  return withoutAbsent({
    ...whose,
    stage: givenText(given.stage),
    kyc_status: given.kyc_status ?? undefined,
    kyc_provider: givenText(given.kyc_provider),
    kyc_provider_ref: givenText(given.kyc_provider_ref),
    reason: givenText(given.reason),
    profile: given.profile ? profileChanges(given.profile) : undefined,
    metadata: given.metadata ?? undefined,
  });
}

function counterparty(given: CounterpartyBody): Payload | undefined {
  const said = withoutAbsent({
    name: givenText(given.name),
    account: givenText(given.account),
    country: upperCase(given.country),
    date_of_birth: given.date_of_birth ?? undefined,
    type: given.type ?? undefined,
  });
  return Object.keys(said).length === 0 ? undefined : said;
}
