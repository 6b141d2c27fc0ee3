import { parseDate, wholeDays, wholeYears } from '../dates';
import { DURATION_FORM, parseDuration } from '../duration';
import type { IntegerExpression } from './expression';
import { fromKnown, ifBothKnown } from './known-values';
import type { NodeCompiler } from './node-compiler';
import type { Operator } from './operator';

/** A literal date: a day (midnight in UTC) or a time with its zone. */
export const date: Operator = (operand, path, compiler) => {
  const constant = typeof operand === 'string' ? parseDate(operand) : undefined;
  if (constant === undefined) {
    return compiler.problem(path, 'expected an ISO 8601 date such as "2026-01-31" or "2026-01-31T09:00:00Z"');
  }
  return { type: 'date', read: () => constant, constant };
};

export const before = dateComparison((a, b) => a < b);
export const after = dateComparison((a, b) => a > b);

/** `[date, duration]`: at the time of the event, the date was longer ago than the duration. */
export const olderThan = ageComparison((age, duration) => age > duration);
/** `[date, duration]`: at the time of the event, the date was less long ago than the duration. */
export const youngerThan = ageComparison((age, duration) => age < duration);

/** Whole days (of 24 hours) from a date to the event. */
export const daysSince = elapsed(wholeDays);
/** Whole calendar years from a date to the event, as ages are counted. */
export const yearsSince = elapsed(wholeYears);

/** The hour of a date in UTC, 0 to 23. */
export const hourOfDay = datePart((moment) => moment.getUTCHours());
/** The day of the week of a date in UTC, from 1 for Monday to 7 for Sunday. */
export const dayOfWeek = datePart((moment) => moment.getUTCDay() || 7);

function dateComparison(test: (a: number, b: number) => boolean): Operator {
  return (operands, path, compiler) => {
    const items = compiler.operands(operands, path, ['date', 'date']);
    if (items === undefined) return undefined;
    const [left, right] = items.map((item, index) => dateAt(item, `${path}/${index}`, compiler));
    if (!left || !right) return undefined;
    return { type: 'condition', read: ifBothKnown(left.read, right.read, test) };
  };
}

function ageComparison(test: (age: number, duration: number) => boolean): Operator {
  return (operands, path, compiler) => {
    const items = compiler.operands(operands, path, ['date', 'duration']);
    if (items === undefined) return undefined;
    const since = dateAt(items[0], `${path}/0`, compiler);
    const duration = parseDuration(items[1]);
    if (duration === undefined) return compiler.problem(`${path}/1`, `expected ${DURATION_FORM}`);
    if (since === undefined) return undefined;
    const read = ifBothKnown(compiler.scope.eventTime(), since.read, (now, moment) => test(now - moment, duration));
    return { type: 'condition', read };
  };
}

function elapsed(count: (from: number, to: number) => number): Operator {
  return <Context>(operand: unknown, path: string, compiler: NodeCompiler<Context>) => {
    const since = dateAt(operand, path, compiler);
    if (since === undefined) return undefined;
    const eventTime = compiler.scope.eventTime();
    return wholeNumber<Context>((context) => {
      const moment = since.read(context);
      return moment === null ? null : count(moment, eventTime(context));
    });
  };
}

function datePart(part: (moment: Date) => number): Operator {
  return <Context>(operand: unknown, path: string, compiler: NodeCompiler<Context>) => {
    const when = dateAt(operand, path, compiler);
    return when && wholeNumber(fromKnown(when.read, (moment) => part(new Date(moment))));
  };
}

const dateAt = <Context>(node: unknown, path: string, compiler: NodeCompiler<Context>) =>
  compiler.typed(node, path, 'a date', ['date']);

const wholeNumber = <Context>(read: IntegerExpression<Context>['read']): IntegerExpression<Context> => ({
  type: 'integer',
  read,
});
