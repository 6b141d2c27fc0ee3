import { SEVERITIES } from '@probity/contracts/alerts/words';
import { EVENT_TYPES } from '@probity/contracts/pipeline/words';
import Type, { type TSchema } from 'typebox';
import { ACTIVITY_TEXTS } from './activity';
import { AGGREGATES } from './aggregate-spec';
import { ALERT_TYPE_PATTERN, MAX_NAME, MAX_PROSE } from '@probity/contracts/monitoring-rules/views';
import { FREE_TYPE_NAMES } from './rule-fields';

/** One of the definitions at the end, which may refer to one another. */
const a = (name: keyof typeof DEFINITIONS): TSchema => Type.Ref(`#/$defs/${name}`);

/** An object with one operator as its only key. */
const operator = (name: string, operands: TSchema, description: string): TSchema =>
  Type.Object({ [name]: operands }, { additionalProperties: false, description });

/** A list of exactly these operands. */
const list = (...operands: TSchema[]): TSchema =>
  Type.Unsafe({ type: 'array', prefixItems: operands, items: false, minItems: operands.length });

const several = (operand: TSchema, least = 1): TSchema => Type.Array(operand, { minItems: least });

const DURATION = '^[1-9][0-9]{0,8}[smhd]$';
const Duration = Type.String({ pattern: DURATION, description: 'such as 90s, 30m, 24h or 7d; at most 366d' });
const LIST_NAME = '^[a-z][a-z0-9_]{0,63}$';
const ListName = Type.String({ pattern: LIST_NAME });

const Field = Type.Object(
  { field: Type.String(), type: Type.Optional(Type.Enum(FREE_TYPE_NAMES)) },
  { additionalProperties: false, description: 'a value of the event, the customer or its profile' },
);

const coalesce = (value: () => TSchema): TSchema =>
  operator('coalesce', several(value(), 2), 'the first of several values of one type that is known');

const DEFINITIONS = {
  condition: () =>
    Type.Union([
      Type.Boolean(),
      Field,
      operator('and', several(a('condition')), 'all are true'),
      operator('or', several(a('condition')), 'at least one is true'),
      operator('not', a('condition'), 'it is false'),
      operator('eq', list(a('value'), a('value')), 'both known and the same'),
      operator('ne', list(a('value'), a('value')), 'both known and different'),
      operator('gt', list(a('number'), a('number')), 'greater than'),
      operator('gte', list(a('number'), a('number')), 'greater than or the same'),
      operator('lt', list(a('number'), a('number')), 'less than'),
      operator('lte', list(a('number'), a('number')), 'less than or the same'),
      operator('between', list(a('number'), a('number'), a('number')), 'the first is from the second to the third'),
      operator('in', list(Type.Union([a('text'), a('number')]), a('list')), 'it is on the list'),
      operator('is_null', a('value'), 'it is not known'),
      operator('multiple_of', list(a('number'), a('number')), 'the first is a whole multiple of the second'),
      operator('starts_with', list(a('text'), a('text')), 'the first begins with the second'),
      operator('ends_with', list(a('text'), a('text')), 'the first ends with the second'),
      operator('contains', list(a('text'), a('text')), 'the second is a part of the first'),
      operator('matches', list(a('text'), Type.String()), 'the whole text has the form of the pattern'),
      operator('contains_any', list(a('list'), a('list')), 'the first has at least one text of the second'),
      operator('contains_all', list(a('list'), a('list')), 'the first has every text of the second'),
      operator('before', list(a('date'), a('date')), 'the first is earlier'),
      operator('after', list(a('date'), a('date')), 'the first is later'),
      operator('older_than', list(a('date'), Duration), 'more time has passed since then when the event happens'),
      operator('younger_than', list(a('date'), Duration), 'less time has passed since then when the event happens'),
      operator(
        'country_in',
        list(a('text'), Type.Union([ListName, several(ListName)])),
        'the country is on at least one of the named country lists',
      ),
      coalesce(() => a('condition')),
    ]),
  number: () =>
    Type.Union([
      Type.Number(),
      Field,
      a('aggregate'),
      operator('decimal', Type.String(), 'a number of up to 18 digits before the point and 8 after it'),
      operator('add', list(a('number'), a('number')), 'the sum'),
      operator('subtract', list(a('number'), a('number')), 'the difference'),
      operator('multiply', list(a('number'), a('number')), 'the product, rounded to 8 decimals'),
      operator('divide', list(a('number'), a('number')), 'the quotient, rounded to 8 decimals; by zero: not known'),
      operator('abs', a('number'), 'without its sign'),
      operator('size', a('list'), 'how many texts a list has'),
      operator('days_since', a('date'), 'whole days from then to the event'),
      operator('years_since', a('date'), 'whole years from then to the event'),
      operator('hour_of_day', a('date'), '0 to 23, UTC'),
      operator('day_of_week', a('date'), '1 for Monday to 7 for Sunday, UTC'),
      coalesce(() => a('number')),
    ]),
  text: () =>
    Type.Union([Type.String(), Field, operator('lower', a('text'), 'in lower case'), coalesce(() => a('text'))]),
  date: () =>
    Type.Union([
      Field,
      operator('date', Type.String(), 'a day, such as 2026-01-31, or a time with its zone; ISO 8601'),
      coalesce(() => a('date')),
    ]),
  list: () => Type.Union([several(Type.String()), several(Type.Number()), Field]),
  value: () => Type.Union([a('condition'), a('number'), a('text'), a('date'), a('list')]),
  aggregate: () =>
    Type.Object(
      {
        aggregate: Type.Enum(AGGREGATES),
        of: Type.Optional(Type.Enum(['amount', ...ACTIVITY_TEXTS])),
        window: Duration,
        offset: Type.Optional(Duration),
        include_current: Type.Optional(Type.Boolean()),
        where: Type.Optional(a('condition')),
      },
      { additionalProperties: false, description: "over the customer's activities in a window that ends at the event" },
    ),
};

/**
 * A rule as JSON Schema (2020-12), for documentation and editors. What compiles always fits it; not all
 * that fits compiles, because a schema knows neither the types of fields nor which belong together.
 */
export const RuleSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_NAME }),
    description: Type.String({ minLength: 1, maxLength: MAX_PROSE }),
    reason: Type.String({ minLength: 1, maxLength: MAX_PROSE, description: 'why this pattern matters' }),
    event_type: Type.Enum(EVENT_TYPES),
    severity: Type.Enum(SEVERITIES),
    alert_type: Type.String({ pattern: ALERT_TYPE_PATTERN }),
    title: Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'of the alert' }),
    cooldown: Type.Optional(Duration),
    condition: a('condition'),
  },
  {
    additionalProperties: false,
    $defs: Object.fromEntries(Object.entries(DEFINITIONS).map(([name, schema]) => [name, schema()])),
  },
);
