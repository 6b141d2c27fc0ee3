import type { NoticeRaised } from '@probity/contracts/notices/events';
import type { Revision } from '@probity/notices/notice-board';
import type { AmountKind } from '../stages/monitoring/monitoring-stage';

export type AmountNoticeKind = 'amounts_not_compared' | 'unconverted_amounts_compared';

/** Of the currencies that a notice has in its data. */
export const MAX_CURRENCIES = 100;
/** Of the currencies that the text of a notice names. */
const MAX_NAMED = 3;
/** Of the rules that a notice names by their ids. */
const MAX_RULES = 20;

/** The currencies that an open notice names. */
export const concernedCurrencies = (open: NoticeRaised | undefined): string[] =>
  (open?.data.currencies ?? []) as string[];

/**
 * The notice for these currencies; without any, it is settled.
 *
 * @param ruleIds the rules that the last amount concerns; without any, the notice keeps its rules
 */
export function revisedNotice(
  kind: AmountNoticeKind,
  { reference_currency, comparable }: AmountKind,
  currencies: string[],
  ruleIds: string[],
  open: NoticeRaised | undefined,
  nameOf: (ruleId: string) => string,
): Revision {
  if (currencies.length === 0) {
    return { settle: comparable ? 'All amounts are comparable now.' : 'No rule is concerned any more.' };
  }
  const more = currencies.length - MAX_NAMED;
  const named = currencies.slice(0, MAX_NAMED).join(', ');
  const which =
    more <= 0 ? named : `${named} and ${more === MAX_CURRENCIES - MAX_NAMED ? `at least ${more}` : more} more`;
  const missing = reference_currency === null ? 'there is no reference currency' : 'there are no rates for them';
  const names = open && ruleIds.length === 0 ? (open.data.rules as string) : rulesNamed(ruleIds, nameOf);
  const data = {
    currencies,
    reference_currency,
    rules: names,
    rule_ids: open && ruleIds.length === 0 ? open.data.rule_ids : ruleIds.slice(0, MAX_RULES),
  };
  return kind === 'amounts_not_compared'
    ? {
        severity: 'high',
        message:
          `Monitoring rules do not see amounts in ${which}, because ${missing}: ${names}. Set it with probity settings ` +
          'set, or let rules compare these amounts as they are (compare_unconverted_amounts).',
        data,
      }
    : {
        severity: 'medium',
        message:
          `Monitoring rules compare amounts in ${which} as if they were in ` +
          `${reference_currency ?? 'one currency with the others'}, because ${missing}: ${names}. Set it with probity ` +
          'settings set, or save the rules again with compare_unconverted_amounts.',
        data,
      };
}

function rulesNamed(ids: string[], nameOf: (ruleId: string) => string): string {
  return `"${nameOf(ids[0]!)}"${ids.length > 1 ? ` and ${ids.length - 1} more` : ''}`;
}
