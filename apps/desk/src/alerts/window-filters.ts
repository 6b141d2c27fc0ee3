import type { CustomerPartFilters } from '../customers/filters';
import type { Aggregate } from './rule-evidence';

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration of a rule, such as `7d`, in milliseconds; undefined for one that the desk does not know. */
function lengthMs(duration: string): number | undefined {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  return count === undefined ? undefined : Number(count) * UNIT_MS[unit]!;
}

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
  if (length === undefined || Number.isNaN(end)) return undefined;
  const filters: CustomerPartFilters = { part: 'transactions', from: day(end - length), to: day(end) };
  for (const condition of conditionsOf(where)) Object.assign(filters, filterOf(condition));
  return filters;
}

function conditionsOf(where: unknown): unknown[] {
  if (where === undefined) return [];
  const { and } = where as { and?: unknown };
  return Array.isArray(and) ? and : [where];
}

function filterOf(condition: unknown): CustomerPartFilters {
  const [[operator, given] = []] = Object.entries(condition as object);
  const [subject, value] = Array.isArray(given) ? given : [];
  const field = (subject as { field?: string } | undefined)?.field;
  if (field === 'activity.direction' && operator === 'eq' && (value === 'inbound' || value === 'outbound'))
    return { direction: value };
  if (field !== 'activity.amount' || (typeof value !== 'number' && typeof value !== 'string')) return {};
  if (operator === 'gte' || operator === 'gt') return { min_amount: String(value) };
  if (operator === 'lte' || operator === 'lt') return { max_amount: String(value) };
  return {};
}
