import { type ActivityFields, type ActivityText, DIRECTIONS, METHODS } from '../activity';
import type { FilterFrame } from '../aggregate-spec';
import { comparableAmount } from '../comparable-amounts';
import { isListed } from '../country-lists';
import { closest } from './closest';
import { COUNTRY, CURRENCY, type Expression, oneOf, type Vocabulary } from './expression';
import type { FilterRules, Scope } from './scope';

type Frame = FilterFrame;

/**
 * Gives the `where` of an aggregate access to `activity.*` of each activity and `transaction.*` of the current event.
 * Both have the fields of an activity. Records whether the filter reads the current event, and whether it reads amounts.
 */
export class FilterScope implements Scope<Frame> {
  dependsOnEvent = false;
  readsAmounts = false;
  readonly countryLists = new Set<string>();

  constructor(private readonly rules: FilterRules) {}

  field(path: string, declaredType: string | undefined): Expression<Frame> | string {
    if (declaredType !== undefined) return `the type of ${path} is fixed; leave "type" out`;
    const { currentIsActivity } = this.rules;
    const ofActivity = ACTIVITY_FIELDS.get(path);
    const found = ofActivity ?? (currentIsActivity ? CURRENT_FIELDS.get(path) : undefined);
    if (found === undefined) {
      const known = [...ACTIVITY_FIELDS.keys(), ...(currentIsActivity ? CURRENT_FIELDS.keys() : [])];
      return `the where of an aggregate has no field ${path}${closest(path, known)}`;
    }
    if (!ofActivity) this.dependsOnEvent = true;
    const amount = AMOUNTS.get(path);
    if (!amount) return found;
    this.readsAmounts = true;
    return this.rules.readsUnconverted ? found : amount;
  }

  aggregate(): string {
    return 'an aggregate is not allowed inside the where of another aggregate';
  }

  eventTime(): (frame: Frame) => number {
    this.dependsOnEvent = true;
    return (frame) => frame.at;
  }

  listed(list: string, country: (frame: Frame) => string | null): (frame: Frame) => boolean {
    this.countryLists.add(list);
    return (frame) => isListed(frame.countryLists, list, country(frame));
  }
}

type TextReader = (activity: ActivityFields) => string | null;

const TEXTS: Record<ActivityText, { of: TextReader; vocabulary?: Vocabulary }> = {
  currency: { of: (activity) => activity.currency, vocabulary: CURRENCY },
  direction: { of: (activity) => activity.direction, vocabulary: oneOf(DIRECTIONS) },
  method: { of: (activity) => activity.method, vocabulary: oneOf(METHODS) },
  counterparty: { of: (activity) => activity.counterparty },
  counterparty_country: { of: (activity) => activity.counterparty_country, vocabulary: COUNTRY },
  channel: { of: (activity) => activity.channel },
  account_ref: { of: (activity) => activity.account_ref },
};

const ACTIVITY_FIELDS = fieldsOf('activity', (frame) => frame.activity);
const CURRENT_FIELDS = fieldsOf('transaction', (frame) => frame.current as ActivityFields);

/** The amounts for a rule that does not compare unconverted ones. */
const AMOUNTS = new Map<string, Expression<Frame>>([
  ['activity.amount', { type: 'decimal', read: ({ activity }) => comparableAmount(activity) }],
  ['transaction.amount', { type: 'decimal', read: ({ current }) => comparableAmount(current as ActivityFields) }],
]);

/** Returns the fields of an activity with a prefix. */
function fieldsOf(prefix: string, activity: (frame: Frame) => ActivityFields): ReadonlyMap<string, Expression<Frame>> {
  return new Map<string, Expression<Frame>>([
    [`${prefix}.amount`, { type: 'decimal', read: (frame) => activity(frame).amount }],
    [`${prefix}.at`, { type: 'date', read: (frame) => activity(frame).at }],
    ...Object.entries(TEXTS).map(([name, { of, vocabulary }]): [string, Expression<Frame>] => [
      `${prefix}.${name}`,
      { type: 'text', read: (frame) => of(activity(frame)), vocabulary },
    ]),
  ]);
}
