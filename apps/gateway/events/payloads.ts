import { invalid } from '@probity/platform/errors';
import { imoNumber } from '@probity/screening/imo-number';
import { profileChanges } from '../customers/customer-profile';
import { said, upperCase, withoutAbsent } from '../fields/absent';
import { canonicalTime } from '../fields/date.decorators';
import { canonicalDecimal } from '../fields/decimal.decorators';
import { AircraftBody, CounterpartyBody, OnboardingPayload, TransactionPayload, VesselBody } from './event.dto';

type Payload = Record<string, unknown>;

/** A transaction in canonical form: the amount is a decimal string, codes are in upper case, times in UTC. */
export function transactionPayload(given: TransactionPayload, receivedAt: Date): Payload {
  const transaction = said(TransactionPayload, given);
  return withoutAbsent({
    ...transaction,
    amount: canonicalDecimal(transaction.amount),
    currency: transaction.currency.toUpperCase(),
    occurred_at: transaction.occurred_at ? canonicalTime(transaction.occurred_at) : receivedAt.toISOString(),
    counterparty: transaction.counterparty && canonicalCounterparty(transaction.counterparty),
    vessels: things(transaction.vessels?.map(canonicalVessel)),
    aircraft: things(transaction.aircraft?.map((each) => withoutAbsent(said(AircraftBody, each)))),
  });
}

/**
 * The content of an onboarding event in canonical form.
 *
 * @throws Refusal `invalid` when it does not name the customer
 */
export function onboardingPayload(given: OnboardingPayload): Payload {
  const onboarding = said(OnboardingPayload, given);
  const { customer_id, external_id, email, account_ref, profile } = onboarding;
  if ((customer_id ?? external_id ?? email ?? account_ref) === undefined) {
    throw invalid(
      'invalid_field',
      'payload must name the customer by at least one of customer_id, external_id, email, account_ref',
    );
  }
  return withoutAbsent({
    ...onboarding,
    customer_id: customer_id?.toLowerCase(),
    profile: profile && profileChanges(profile),
  });
}

function canonicalVessel(given: VesselBody): Payload {
  const vessel = said(VesselBody, given);
  return withoutAbsent({ ...vessel, imo: vessel.imo && imoNumber(vessel.imo), flag: upperCase(vessel.flag) });
}

/** The things that have a field; undefined if there are none. */
function things(given: object[] | undefined): object[] | undefined {
  const named = given?.filter((thing) => Object.keys(thing).length > 0);
  return named?.length === 0 ? undefined : named;
}

function canonicalCounterparty(given: CounterpartyBody): Payload | undefined {
  const counterparty = said(CounterpartyBody, given);
  const named = withoutAbsent({ ...counterparty, country: upperCase(counterparty.country) });
  return Object.keys(named).length === 0 ? undefined : named;
}
