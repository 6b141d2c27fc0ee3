import { abs, add, decimal, divide, multiply, multipleOf, subtract } from './arithmetic';
import { between, eq, gt, gte, lt, lte, ne } from './comparison';
import { countryIn } from './countries';
import {
  after,
  before,
  date,
  dayOfWeek,
  daysSince,
  hourOfDay,
  olderThan,
  yearsSince,
  youngerThan,
} from './date-operators';
import { containsAll, containsAny, inList, size } from './lists';
import { and, not, or } from './logic';
import type { Operator } from './operator';
import { contains, endsWith, lower, matches, startsWith } from './texts';
import { coalesce, isNull } from './unknown-values';

/** Every operator of the rule language, by the key that it has in JSON. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    and,
    or,
    not,
    eq,
    ne,
    gt,
    gte,
    lt,
    lte,
    between,
    in: inList,
    is_null: isNull,
    coalesce,
    decimal,
    add,
    subtract,
    multiply,
    divide,
    abs,
    multiple_of: multipleOf,
    starts_with: startsWith,
    ends_with: endsWith,
    contains,
    matches,
    lower,
    contains_any: containsAny,
    contains_all: containsAll,
    size,
    date,
    before,
    after,
    older_than: olderThan,
    younger_than: youngerThan,
    days_since: daysSince,
    years_since: yearsSince,
    hour_of_day: hourOfDay,
    day_of_week: dayOfWeek,
    country_in: countryIn,
  }),
);
