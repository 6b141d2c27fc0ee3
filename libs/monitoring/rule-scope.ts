import type { EventType } from '@probity/contracts/pipeline/views';
import type { AggregateSpec } from './aggregate-spec';
import { comparableAmount, comparesUnconverted } from './comparable-amounts';
import { isListed } from './country-lists';
import type { Expression, NumberExpression } from './expressions/expression';
import type { FilterRules, Scope } from './expressions/scope';
import type { RuleContext } from './rule-context';
import type { Activity } from './activity';
import type { RuleDefinition } from './rule-definition';
import { ruleField } from './rule-fields';

const AMOUNT = 'transaction.amount';
/** The amount for a rule that does not compare unconverted ones. */
const COMPARABLE: Expression<RuleContext> = {
  type: 'decimal',
  read: ({ activity }) => comparableAmount(activity as Activity),
};

/** What the filters of a rule's aggregates may read. */
export const filterRules = (rule: RuleDefinition): FilterRules => ({
  currentIsActivity: rule.event_type === 'transaction',
  readsUnconverted: comparesUnconverted(rule),
});

/** A lookup of a rule: is the country that `country` reads on `list`? */
export interface CountryQuestion {
  list: string;
  country: (context: RuleContext) => string | null;
}

/** Gives a rule access to the context of an event. Records every input, so that the evidence can have all of them. */
export class RuleScope implements Scope<RuleContext> {
  readonly fields = new Map<string, Expression<RuleContext>>();
  readonly aggregates = new Map<string, AggregateSpec>();
  readonly countryQuestions: CountryQuestion[] = [];
  readonly filters: FilterRules;
  private readonly eventType: EventType;

  constructor(rule: RuleDefinition) {
    this.eventType = rule.event_type;
    this.filters = filterRules(rule);
  }

  /** Whether the rule reads amounts that must be comparable. */
  get readsAmounts(): boolean {
    return this.fields.has(AMOUNT) || [...this.aggregates.values()].some(({ readsAmounts }) => readsAmounts);
  }

  field(path: string, declaredType: string | undefined): Expression<RuleContext> | string {
    const known = ruleField(this.eventType, path, declaredType);
    const field = path === AMOUNT && typeof known !== 'string' && !this.filters.readsUnconverted ? COMPARABLE : known;
    if (typeof field !== 'string') this.fields.set(fieldKey(path, declaredType), field);
    return field;
  }

  aggregate(spec: AggregateSpec): NumberExpression<RuleContext> {
    const { key } = spec;
    this.aggregates.set(key, spec);
    const read = (context: RuleContext) => {
      const value = context.aggregates.get(key);
      if (value === undefined) throw new Error(`the value of an aggregate that a rule reads was not given: ${key}`);
      return value;
    };
    return aggregateReader(spec, read);
  }

  eventTime(): (context: RuleContext) => number {
    return (context) => context.at;
  }

  listed(list: string, country: (context: RuleContext) => string | null): (context: RuleContext) => boolean {
    this.countryQuestions.push({ list, country });
    return (context) => isListed(context.countryLists, list, country(context));
  }
}

/**
 * Returns the name of a field in evidence. It includes a declared type, because a field can be read as several types.
 */
export const fieldKey = (path: string, declaredType: string | undefined): string =>
  declaredType === undefined ? path : `${path}:${declaredType}`;

/** Returns an expression with the type of the aggregate: whole numbers for counts, amounts for others. */
export function aggregateReader<Context>(
  { definition: { aggregate } }: AggregateSpec,
  read: (context: Context) => bigint | number | null,
): NumberExpression<Context> {
  return aggregate === 'count' || aggregate === 'distinct'
    ? { type: 'integer', read: read as (context: Context) => number | null }
    : { type: 'decimal', read: read as (context: Context) => bigint | null };
}
