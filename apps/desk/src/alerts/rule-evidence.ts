/** What a monitoring rule stores with its alert, as far as the desk shows it in words. */
export interface RuleEvidence {
  /** when the event happened */
  at: string;
  rule_id: string;
  rule_version: number;
  definition: { name: string; description?: string; reason?: string };
  fields: Record<string, unknown>;
  aggregates: Aggregate[];
  countries: { country: string; list: string; listed: boolean }[];
}

export interface Aggregate {
  aggregate: string;
  of?: string;
  window: string;
  offset?: string;
  where?: unknown;
  value: string | number | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for evidence of another form, for example of a provider or of a later version. */
export function ruleEvidenceOf(evidence: Record<string, unknown>): RuleEvidence | undefined {
  const { version, at, rule_id, definition, fields, aggregates, countries } = evidence;
  const isKnown =
    version === 1 &&
    typeof rule_id === 'string' &&
    typeof at === 'string' &&
    isObject(definition) &&
    isObject(fields) &&
    Array.isArray(aggregates) &&
    Array.isArray(countries);
  return isKnown ? (evidence as unknown as RuleEvidence) : undefined;
}

/** `transaction.counterparty_country` is `counterparty country` to a person. */
export const fieldName = (name: string): string =>
  name
    .replace(/^(transaction|customer|profile|onboarding)\.(payload\.)?/, '')
    .replace(/:\w+$/, '')
    .replaceAll(/[_.]/g, ' ');

const NUMBER = /^-?\d+(\.\d+)?$/;

/** With separators, and every decimal. */
function numberText(number: string): string {
  const [whole = '0', decimals] = number.split('.');
  const sign = number.startsWith('-') && BigInt(whole) === 0n ? '-' : '';
  return `${sign}${BigInt(whole).toLocaleString('en-GB')}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** A value as a person reads it: numbers with separators, dates without seconds. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'unknown';
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && NUMBER.test(text)) return numberText(text);
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 16).replace('T', ' ') : value;
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  return JSON.stringify(value);
}

const UNITS: Record<string, string> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

/** `7d` is `7 days` to a person. */
export function durationText(duration: string): string {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  return count === undefined ? duration : `${count} ${UNITS[unit]}${count === '1' ? '' : 's'}`;
}

/** The value of a field; an amount has at least two decimals, as in the sentence about the transaction. */
export function fieldText(name: string, value: unknown): string {
  const isAmount = name.endsWith('amount') && (typeof value === 'number' || typeof value === 'string');
  const text = valueText(value);
  return isAmount && /\.\d$/.test(text) ? `${text}0` : text;
}

/** One window over the history of the customer, such as `number of transactions within 7 days, only with ...: 3`. */
export function aggregateText({ aggregate, of, window, offset, where, value }: Aggregate): string {
  const what =
    {
      count: 'number of transactions',
      distinct: `number of different ${plural(of)}`,
      sum: `sum of ${of}`,
      max: `largest ${of}`,
      min: `smallest ${of}`,
      avg: `average ${of}`,
    }[aggregate] ?? `${aggregate} of ${of}`;
  const when =
    offset === undefined
      ? `within ${durationText(window)}`
      : `within the ${durationText(window)} that ended ${durationText(offset)} before`;
  const only = where === undefined ? '' : `, only with ${conditionText(where)}`;
  return `${what} ${when}${only}: ${of === undefined || aggregate === 'distinct' ? valueText(value) : fieldText(of, value)}`;
}

const plural = (of = 'value'): string => (of === 'counterparty' ? 'counterparties' : `${of}s`);

const COMPARISONS: Record<string, string> = { eq: 'is', ne: 'is not', gt: '>', gte: '≥', lt: '<', lte: '≤' };

/** A condition in words as a part of another one: `a or b` needs brackets there. */
const partText = (part: unknown): string =>
  isObject(part) && ('and' in part || 'or' in part) ? `(${conditionText(part)})` : conditionText(part);

/** A condition in words; one that the desk does not know is its JSON. */
export function conditionText(condition: unknown): string {
  if (!isObject(condition)) return valueText(condition);
  const [operator = '', given] = Object.entries(condition)[0] ?? [];
  if (operator === 'field') return fieldName(String(given)).replace(/^activity /, '');
  if ((operator === 'and' || operator === 'or') && Array.isArray(given)) {
    return given.map((part) => partText(part)).join(` ${operator} `);
  }
  if (operator === 'not') return `not (${conditionText(given)})`;
  if (Object.hasOwn(COMPARISONS, operator) && Array.isArray(given)) {
    return `${conditionText(given[0])} ${COMPARISONS[operator]} ${conditionText(given[1])}`;
  }
  if (operator === 'multiple_of' && Array.isArray(given)) {
    return `${conditionText(given[0])} a multiple of ${conditionText(given[1])}`;
  }
  if (operator === 'in' && Array.isArray(given)) return `${conditionText(given[0])} one of ${conditionText(given[1])}`;
  return JSON.stringify(condition);
}
