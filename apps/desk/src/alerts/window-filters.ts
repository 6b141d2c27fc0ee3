import type { CustomerPartFilters } from '../customers/filters';
import type { Aggregate } from './rule-evidence';

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The page shows at most 366 days, both ends included. */
const MOST_MS = 365 * UNIT_MS.d!;
const AMOUNT = /^\d+(\.\d+)?$/;

/** A duration of a rule, such as `7d`, in milliseconds; undefined for one that the desk does not know. */
function lengthMs(duration: string): number | undefined {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  return count === undefined ? undefined : Number(count) * UNIT_MS[unit]!;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether the filters can name the day. */
const isDay = (ms: number): boolean => ms > 0 && ms < Date.parse('9999-01-01');
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The filters with which the page of the customer shows the transactions of a window, by whole days. A condition that the
 * filters cannot express is left out, so the page may show more.
 *
 * @param at when the transaction happened for which the window was read, ISO 8601
 */
export function windowFilters(
  { window, offset = '0m', where }: Pick<Aggregate, 'window' | 'offset' | 'where'>,
  at: string,
): CustomerPartFilters | undefined {
  const [length, before] = [lengthMs(window), lengthMs(offset)];
  const end = Date.parse(at) - (before ?? Number.NaN);
  if (length === undefined || !isDay(end) || !isDay(end - length)) return undefined;
  const filters: CustomerPartFilters = {
    part: 'transactions',
    from: day(end - Math.min(length, MOST_MS)),
    to: day(end),
  };
  for (const condition of conditionsOf(where)) Object.assign(filters, filterOf(condition));
  return filters;
}

function conditionsOf(where: unknown): unknown[] {
  const and = isObject(where) ? where.and : undefined;
  return Array.isArray(and) ? and : [where];
}

function filterOf(condition: unknown): CustomerPartFilters {
  if (!isObject(condition)) return {};
  const [[operator, given] = []] = Object.entries(condition);
  const [subject, value] = Array.isArray(given) ? given : [];
  const field = isObject(subject) ? subject.field : undefined;
  if (field === 'activity.direction' && operator === 'eq' && (value === 'inbound' || value === 'outbound'))
    return { direction: value };
  const amount = typeof value === 'number' ? String(value) : value;
  if (field !== 'activity.amount' || typeof amount !== 'string' || !AMOUNT.test(amount)) return {};
  if (operator === 'gte' || operator === 'gt') return { min_amount: amount };
  if (operator === 'lte' || operator === 'lt') return { max_amount: amount };
  return {};
}
