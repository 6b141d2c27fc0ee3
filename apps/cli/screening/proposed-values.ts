import { UsageError } from '../errors';

const NUMBER = /^-?\d+(\.\d+)?$/;
const RULE_FIELDS = ['list', 'subject', 'kind', 'threshold'];

/**
 * Reads weights such as `other_country=-0.2`. The server checks their names.
 *
 * @throws UsageError for another form
 */
export const readWeights = (texts: readonly string[]): Record<string, number> =>
  Object.fromEntries(texts.map((text) => pair(text, '--weight')).map(([name, value]) => [name, numberOf(name, value)]));

/**
 * Reads a rule such as `list=ofac-sdn,kind=person,threshold=0.9`. The server checks its words.
 *
 * @throws UsageError for another form
 */
export function readRule(text: string): Record<string, string | number> {
  const fields = text.split(',').map((part) => pair(part, '--rule'));
  const unknown = fields.find(([name]) => !RULE_FIELDS.includes(name));
  if (unknown) throw new UsageError(`--rule has no ${unknown[0]}; it has ${RULE_FIELDS.join(', ')}`);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'threshold' ? numberOf(name, value) : value]),
  );
}

function pair(text: string, option: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${option} must have the form name=value, not ${text}`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function numberOf(name: string, value: string): number {
  if (NUMBER.test(value)) return Number(value);
  throw new UsageError(`${name} must be a number, such as 0.8, not ${value}`);
}
