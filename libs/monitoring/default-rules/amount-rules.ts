import { AMOUNT, INBOUND, money, OF_INBOUND, OF_OUTBOUND, OUTBOUND } from './conditions';
import { defaultRule } from './default-rule';
import {
  CALL_FOR_ACTION_LIST,
  CASH_LIKE_METHODS,
  CORRIDOR_LEAST_AMOUNT,
  HIGH_RISK_LIST,
  REPORTING_THRESHOLD,
  ROUND_COUNT,
  ROUND_STEP,
  ROUND_WINDOW,
  STRUCTURING_COUNT,
  STRUCTURING_FLOOR,
  STRUCTURING_WINDOW,
} from './thresholds';

export const largeCash = defaultRule('large_cash', {
  name: 'Large cash-like transaction',
  description: `One transaction in ${CASH_LIKE_METHODS.join(' or ')} of ${money(REPORTING_THRESHOLD)} or more.`,
  reason:
    'Cash and crypto-assets can change hands without a trace of whose they were. From this amount most ' +
    'jurisdictions want the transaction reported or its source explained.',
  severity: 'medium',
  title: 'Large cash-like transaction',
  condition: {
    and: [{ in: [{ field: 'transaction.method' }, CASH_LIKE_METHODS] }, { gte: [AMOUNT, REPORTING_THRESHOLD] }],
  },
});

const justUnder = (amount: { field: string }) => [
  { gte: [amount, STRUCTURING_FLOOR] },
  { lt: [amount, REPORTING_THRESHOLD] },
];

const severalJustUnder = (direction: object) => ({
  gte: [
    {
      aggregate: 'count',
      window: STRUCTURING_WINDOW,
      where: { and: [direction, ...justUnder({ field: 'activity.amount' })] },
    },
    STRUCTURING_COUNT,
  ],
});

export const structuring = defaultRule('structuring', {
  name: 'Structuring below the reporting threshold',
  description:
    `${STRUCTURING_COUNT} or more transactions in one direction within ${STRUCTURING_WINDOW}, each from ` +
    `${money(STRUCTURING_FLOOR)} to just under ${money(REPORTING_THRESHOLD)}.`,
  reason:
    'Somebody who splits a sum into pieces just under the threshold means to stay unreported; splitting for ' +
    'that purpose is an offence in itself in many jurisdictions, whatever the money is.',
  severity: 'high',
  title: 'Several amounts just under the reporting threshold',
  cooldown: '24h',
  condition: {
    and: [
      ...justUnder(AMOUNT),
      { or: [{ and: [INBOUND, severalJustUnder(OF_INBOUND)] }, { and: [OUTBOUND, severalJustUnder(OF_OUTBOUND)] }] },
    ],
  },
});

const round = (amount: { field: string }) => [{ gte: [amount, ROUND_STEP] }, { multiple_of: [amount, ROUND_STEP] }];

export const roundAmounts = defaultRule('round_amounts', {
  name: 'Repeated round amounts',
  description: `${ROUND_COUNT} or more transactions within ${ROUND_WINDOW} in whole multiples of ${money(ROUND_STEP)}.`,
  reason:
    'Trade and wages leave odd amounts behind. A run of round ones points to money that is moved for the sake ' +
    'of moving it, or to invoices that were made up.',
  severity: 'low',
  title: 'Repeated round amounts',
  cooldown: '7d',
  condition: {
    and: [
      ...round(AMOUNT),
      {
        gte: [
          { aggregate: 'count', window: ROUND_WINDOW, where: { and: round({ field: 'activity.amount' }) } },
          ROUND_COUNT,
        ],
      },
    ],
  },
});

const COUNTERPARTY_COUNTRY = { field: 'transaction.counterparty_country' };

export const highRiskCorridor = defaultRule('high_risk_corridor', {
  name: 'High-risk corridor',
  description:
    `A transaction with a counterparty in a country on the list ${CALL_FOR_ACTION_LIST}, whatever the amount, or ` +
    `of ${money(CORRIDOR_LEAST_AMOUNT)} or more with one on the list ${HIGH_RISK_LIST}.`,
  reason:
    'The FATF names countries whose safeguards against money laundering and terrorist financing have serious ' +
    'gaps. Business with them needs enhanced due diligence; for those under a call for action, counter-measures.',
  severity: 'high',
  title: 'Transaction with a high-risk country',
  cooldown: '24h',
  condition: {
    or: [
      { country_in: [COUNTERPARTY_COUNTRY, CALL_FOR_ACTION_LIST] },
      { and: [{ country_in: [COUNTERPARTY_COUNTRY, HIGH_RISK_LIST] }, { gte: [AMOUNT, CORRIDOR_LEAST_AMOUNT] }] },
    ],
  },
});
