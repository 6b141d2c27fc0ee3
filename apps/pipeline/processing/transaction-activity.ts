import { type Activity, METHODS } from '@probity/monitoring/activity';
import { isComparable } from '@probity/monitoring/comparable-amounts';
import { AMOUNT_SCALE, parseAmount } from '@probity/monitoring/amount';
import { counterpartyKey } from '@probity/monitoring/counterparty-key';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { ScreenedTransaction } from '../screening/transaction-subjects';

/** The payload of a transaction event in the form that the gateway accepts. */
export interface TransactionPayload extends ScreenedTransaction {
  transaction_id: string;
  account_ref: string;
  /** major units, canonical decimal string */
  amount: string;
  currency: string;
  direction: 'inbound' | 'outbound';
  occurred_at?: string;
  method?: (typeof METHODS)[number];
  channel?: string;
}

/**
 * The activity that a transaction adds to the windows of its customer. The amount is in the tenant's reference
 * currency; without a rate it is not converted.
 *
 * @param currencies the codes of the tenant's currencies
 */
export function activityOf(
  payload: TransactionPayload,
  at: number,
  monitoring: ComplianceSettings['monitoring'],
  currencies: readonly string[],
): Activity {
  return {
    transaction_id: payload.transaction_id,
    at,
    comparable: isComparable(payload.currency, monitoring, currencies),
    amount: inReferenceCurrency(parseAmount(payload.amount), payload.currency, monitoring),
    currency: payload.currency,
    direction: payload.direction,
    method: payload.method ?? 'other',
    counterparty: counterpartyKey(payload.counterparty),
    counterparty_country: payload.counterparty?.country ?? null,
    channel: payload.channel ?? null,
    account_ref: payload.account_ref,
  };
}

/** Converts an amount if there is a rate for its currency. The result is rounded half up to 8 decimals. */
export function inReferenceCurrency(
  amount: bigint,
  currency: string,
  { reference_currency, rates }: ComplianceSettings['monitoring'],
): bigint {
  const rate = rates[currency];
  if (rate === undefined || currency === reference_currency) return amount;
  return (amount * parseAmount(rate) + AMOUNT_SCALE / 2n) / AMOUNT_SCALE;
}
