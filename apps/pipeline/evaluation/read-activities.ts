import type { ActivityFields } from '@probity/monitoring/activity';
import { readFormattedAmount } from '@probity/monitoring/amount';

type Row = [
  at: number,
  amount: string,
  comparable: boolean,
  currency: ActivityFields['currency'],
  direction: ActivityFields['direction'],
  method: ActivityFields['method'],
  counterparty: string | null,
  counterparty_country: string | null,
  channel: string | null,
  account_ref: string,
];

/** Reads the activities of a page: a JSON text of rows, with the texts in the order of ACTIVITY_TEXTS. */
export function readActivities(text: string): ActivityFields[] {
  return (JSON.parse(text) as Row[]).map(
    ([
      at,
      amount,
      comparable,
      currency,
      direction,
      method,
      counterparty,
      counterparty_country,
      channel,
      account_ref,
    ]) => ({
      at,
      amount: readFormattedAmount(amount),
      comparable,
      currency,
      direction,
      method,
      counterparty,
      counterparty_country,
      channel,
      account_ref,
    }),
  );
}
