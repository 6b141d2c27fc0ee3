import { AMOUNT, CORPORATE, money, OF_INBOUND, OF_OUTBOUND, OUTBOUND } from './conditions';
import { defaultRule } from './default-rule';
import {
  BASELINE_LEAST_COUNT,
  BASELINE_WEEKS,
  BASELINE_WINDOW,
  BURST_COUNT,
  BURST_LEAST_SUM,
  BURST_WINDOW,
  COUNT_VELOCITY_CORPORATE,
  COUNT_VELOCITY_INDIVIDUAL,
  COUNT_VELOCITY_WINDOW,
  DORMANT_AFTER,
  DORMANT_LEAST_AMOUNT,
  FIRST_WEEKS_OFFSET,
  FIRST_WEEKS_WINDOW,
  IN_AND_OUT_LEAST_INBOUND,
  IN_AND_OUT_SHARE,
  IN_AND_OUT_WINDOW,
  NEW_ACCOUNT_DAYS,
  SPIKE_FACTOR,
  SPIKE_LEAST_SUM,
  SPIKE_WINDOW,
  SUM_VELOCITY_CORPORATE,
  SUM_VELOCITY_INDIVIDUAL,
  SUM_VELOCITY_LEAST_COUNT,
  SUM_VELOCITY_WINDOW,
} from './thresholds';

/** One limit for persons and another for companies; a customer of neither kind is taken for a person. */
const byCustomerType = (value: object, individual: number, corporate: number) => ({
  or: [{ and: [{ not: CORPORATE }, { gte: [value, individual] }] }, { gte: [value, corporate] }],
});

export const countVelocity = defaultRule('count_velocity', {
  name: 'Many transactions in a short time',
  description:
    `Within ${COUNT_VELOCITY_WINDOW}, ${COUNT_VELOCITY_INDIVIDUAL} transactions or more of a person, or ` +
    `${COUNT_VELOCITY_CORPORATE} of a company.`,
  reason:
    'A burst of transactions is how stolen credentials are used up, how mule accounts are worked and how sums ' +
    'are split so that no single one stands out.',
  severity: 'medium',
  title: 'Unusually many transactions in a short time',
  cooldown: '24h',
  condition: byCustomerType(
    { aggregate: 'count', window: COUNT_VELOCITY_WINDOW },
    COUNT_VELOCITY_INDIVIDUAL,
    COUNT_VELOCITY_CORPORATE,
  ),
});

export const sumVelocity = defaultRule('sum_velocity', {
  name: 'Large turnover in a short time',
  description:
    `Within ${SUM_VELOCITY_WINDOW}, at least ${SUM_VELOCITY_LEAST_COUNT} transactions that add up to ` +
    `${money(SUM_VELOCITY_INDIVIDUAL)} or more for a person, or ${money(SUM_VELOCITY_CORPORATE)} for a company.`,
  reason:
    'A turnover that few customers of the kind ever have within a day should have a source and a purpose that ' +
    'somebody can name.',
  severity: 'medium',
  title: 'Unusually large turnover in a short time',
  cooldown: '24h',
  condition: {
    and: [
      { gte: [{ aggregate: 'count', window: SUM_VELOCITY_WINDOW }, SUM_VELOCITY_LEAST_COUNT] },
      byCustomerType(
        { aggregate: 'sum', of: 'amount', window: SUM_VELOCITY_WINDOW },
        SUM_VELOCITY_INDIVIDUAL,
        SUM_VELOCITY_CORPORATE,
      ),
    ],
  },
});

const RECENT_SUM = { aggregate: 'sum', of: 'amount', window: SPIKE_WINDOW };
const BASELINE_SUM = { aggregate: 'sum', of: 'amount', window: BASELINE_WINDOW, offset: SPIKE_WINDOW };
const BASELINE_COUNT = { aggregate: 'count', window: BASELINE_WINDOW, offset: SPIKE_WINDOW };
/** A history that covers the baseline: without it the average of a newer customer would come out too low. */
const FIRST_WEEKS_COUNT = { aggregate: 'count', window: FIRST_WEEKS_WINDOW, offset: FIRST_WEEKS_OFFSET };

export const spikeAgainstBaseline = defaultRule('spike_against_baseline', {
  name: "Spike against the customer's own baseline",
  description:
    `The turnover of the last ${SPIKE_WINDOW} is ${SPIKE_FACTOR} times or more the weekly average of the ` +
    `${BASELINE_WEEKS} weeks before, and at least ${money(SPIKE_LEAST_SUM)}. Only for customers with ` +
    `${BASELINE_LEAST_COUNT} transactions or more in those weeks, of which one in the first four.`,
  reason:
    'What is normal for one customer is not for another. A sudden multiple of what this one usually moves may ' +
    'mean a new source of money, a taken-over account, or somebody else behind the account.',
  severity: 'medium',
  title: "Turnover far above the customer's own baseline",
  cooldown: '7d',
  condition: {
    and: [
      { gte: [RECENT_SUM, SPIKE_LEAST_SUM] },
      { gte: [BASELINE_COUNT, BASELINE_LEAST_COUNT] },
      { gte: [FIRST_WEEKS_COUNT, 1] },
      { gte: [RECENT_SUM, { multiply: [{ divide: [BASELINE_SUM, BASELINE_WEEKS] }, SPIKE_FACTOR] }] },
    ],
  },
});

const CAME_IN = { aggregate: 'sum', of: 'amount', window: IN_AND_OUT_WINDOW, where: OF_INBOUND };
const WENT_OUT = { aggregate: 'sum', of: 'amount', window: IN_AND_OUT_WINDOW, where: OF_OUTBOUND };

export const rapidInAndOut = defaultRule('rapid_in_and_out', {
  name: 'Rapid in and out',
  description:
    `Within ${IN_AND_OUT_WINDOW}, ${money(IN_AND_OUT_LEAST_INBOUND)} or more came in and at least ` +
    `${IN_AND_OUT_SHARE * 100} % of it went out.`,
  reason:
    'An account that money only passes through serves somebody else: the layering of proceeds, a mule, a funnel. ' +
    'Those whose money it is keep some of it for longer.',
  severity: 'high',
  title: 'Most of what came in left at once',
  cooldown: IN_AND_OUT_WINDOW,
  condition: {
    and: [
      OUTBOUND,
      { gte: [CAME_IN, IN_AND_OUT_LEAST_INBOUND] },
      { gte: [WENT_OUT, { multiply: [CAME_IN, IN_AND_OUT_SHARE] }] },
    ],
  },
});

export const dormantAccountWoken = defaultRule('dormant_account_woken', {
  name: 'Dormant account woken',
  description: `A transaction of ${money(DORMANT_LEAST_AMOUNT)} or more, the first for more than ${DORMANT_AFTER}.`,
  reason:
    'Accounts that nobody looks at are bought, taken over and used once. Whoever uses this one now may not be ' +
    'the customer who opened it.',
  severity: 'medium',
  title: 'Dormant account is used again',
  condition: {
    and: [
      { older_than: [{ field: 'profile.last_activity_at' }, DORMANT_AFTER] },
      { gte: [AMOUNT, DORMANT_LEAST_AMOUNT] },
    ],
  },
});

export const burstOnNewAccount = defaultRule('burst_on_new_account', {
  name: 'Burst on a new account',
  description:
    `Less than ${NEW_ACCOUNT_DAYS} days after it was opened, an account has ${BURST_COUNT} transactions or more ` +
    `within ${BURST_WINDOW} that add up to ${money(BURST_LEAST_SUM)} or more.`,
  reason:
    'Accounts opened with false or borrowed identities are used hard and at once, before anybody has had time to ' +
    'look. Little is known yet of what would be normal here.',
  severity: 'high',
  title: 'Burst of transactions on a new account',
  cooldown: '24h',
  condition: {
    and: [
      { lt: [{ field: 'profile.account_age_days' }, NEW_ACCOUNT_DAYS] },
      { gte: [{ aggregate: 'count', window: BURST_WINDOW }, BURST_COUNT] },
      { gte: [{ aggregate: 'sum', of: 'amount', window: BURST_WINDOW }, BURST_LEAST_SUM] },
    ],
  },
});
