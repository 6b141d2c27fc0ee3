import { ACTIVITY_TEXTS, type ActivityFields } from '@probity/monitoring/activity';
import { readFormattedAmount } from '@probity/monitoring/amount';

type Column<Name extends keyof ActivityFields> = ActivityFields[Name][] | null;
/** One array for each field; null if there are no activities. */
type Columns = [at: Column<'at'>, amount: string[] | null, comparable: Column<'comparable'>, ...texts: unknown[]];

/** Reads the activities of a page: a JSON text of columns, with the texts in the order of ACTIVITY_TEXTS. */
export function readActivities(text: string): ActivityFields[] {
  const [at, amount, comparable, ...texts] = JSON.parse(text) as Columns;
  const named = Object.fromEntries(ACTIVITY_TEXTS.map((name, column) => [name, texts[column]])) as {
    [Text in (typeof ACTIVITY_TEXTS)[number]]: ActivityFields[Text][];
  };
  return (at ?? []).map((time, row) => ({
    at: time,
    amount: readFormattedAmount(amount![row]!),
    comparable: comparable![row]!,
    currency: named.currency[row]!,
    direction: named.direction[row]!,
    method: named.method[row]!,
    counterparty: named.counterparty[row]!,
    counterparty_country: named.counterparty_country[row]!,
    channel: named.channel[row]!,
    account_ref: named.account_ref[row]!,
  }));
}
