import type { ReportedTransaction, ReportFacts } from '@probity/contracts/activity-reports/facts';
import { approvalInWords, type Reported } from '../reported';
import { counterparty, countryOf, field, location, ownAccount, reportingPerson, subject, timeOf } from './parties';
import { type Element, xmlDocument } from './xml';

const ELECTRONIC = 'E';
/** How the money moved. Authorities have codes of their own; the word is beside the code. */
const MODES: Record<string, string> = { cash: 'C', wire: 'W', card: 'D', crypto: 'V', cheque: 'Q', other: 'O' };
const FUNDS: Record<string, string> = { cash: 'C', crypto: 'V', cheque: 'Q' };

/**
 * A report as a goAML document. Amounts are the decimal strings of the facts. It can lack what the schema demands:
 * `goamlProblems` says what.
 */
export function goamlDocument(reported: Reported): string {
  const { id, content, facts, at } = reported;
  return xmlDocument([
    'report',
    [
      ['rentity_id', facts.entity.entity_id ?? ''],
      ['submission_code', ELECTRONIC],
      ['report_code', content.kind],
      ['entity_reference', id],
      ['submission_date', timeOf(at)],
      ['currency_code_local', facts.entity.currency ?? ''],
      reportingPerson(facts),
      location(facts),
      ['reason', content.narrative],
      field('action', actionOf(reported)),
      ...(facts.transactions.length > 0
        ? facts.transactions.map((transaction) => transactionElement(transaction, facts))
        : [activity(reported)]),
      ['report_indicators', content.indicators.map((code): Element => ['indicator', code])],
    ],
  ]);
}

/** goAML has no element for who approved a report, so this follows the measures of the institution. */
const actionOf = ({ content: { measures }, approval }: Reported): string =>
  [measures.trim(), approval && approvalInWords(approval)].filter(Boolean).join('\n');

const activity = ({ content, facts }: Reported): Element => [
  'activity',
  [
    [
      'report_parties',
      [['report_party', [subject({ person: 'person', entity: 'entity' }, facts), ['reason', content.narrative]]]],
    ],
  ],
];

function transactionElement(transaction: ReportedTransaction, facts: ReportFacts): Element {
  const { direction, method, counterparty_country } = transaction;
  const isInbound = direction === 'inbound';
  const own = (side: 'from' | 'to') => ownAccount(`${side}_account`, facts, transaction);
  // Cash is handed over where the institution is, unless the event says otherwise.
  const theirCountry = counterparty_country ?? (method === 'cash' ? facts.entity.country : null);
  const side = (name: string, prefix: 'from' | 'to', party: Element, country: string | null): Element => [
    name,
    [
      [`${prefix}_funds_code`, FUNDS[method] ?? ELECTRONIC],
      foreign(`${prefix}_foreign_currency`, transaction),
      party,
      [`${prefix}_country`, countryOf(country)],
    ],
  ];
  return [
    'transaction',
    [
      ['transactionnumber', transaction.transaction_id],
      field('internal_ref_number', transaction.reference),
      field('transaction_description', transaction.description),
      ['date_transaction', timeOf(transaction.occurred_at)],
      ['transmode_code', MODES[method] ?? ELECTRONIC],
      ['transmode_comment', method],
      ['amount_local', transaction.amount_local ?? ''],
      isInbound
        ? side('t_from', 'from', counterparty('from', transaction), theirCountry)
        : side('t_from_my_client', 'from', own('from'), facts.entity.country),
      isInbound
        ? side('t_to_my_client', 'to', own('to'), facts.entity.country)
        : side('t_to', 'to', counterparty('to', transaction), theirCountry),
    ],
  ];
}

const foreign = (name: string, { rate, currency, amount }: ReportedTransaction): Element | undefined =>
  rate === null
    ? undefined
    : [
        name,
        [
          ['foreign_currency_code', currency],
          ['foreign_amount', amount],
          ['foreign_exchange_rate', rate],
        ],
      ];
