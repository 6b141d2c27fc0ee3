import type { Schemas } from '../api/client';

export type Rule = Schemas['StoredRule'];

/** What a new rule begins with: a rule that is valid and that its author rewrites. */
const NEW_RULE = {
  name: 'Very large transfer',
  description: 'One transfer of 20000 or more.',
  reason: 'Sums like this are rare enough to look at each.',
  event_type: 'transaction',
  severity: 'high',
  alert_type: 'large_transfer',
  title: 'Very large transfer',
  cooldown: '24h',
  condition: { gte: [{ field: 'transaction.amount' }, 20_000] },
};

/** The definition as text, as an author reads and writes it: small nodes on one line. */
export function textOf(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return line;
  if (indent !== '' && indent.length + line.length <= 76) return spaced(value);
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((member) => inner + textOf(member, inner))
    : Object.entries(value).map(([name, member]) => `${inner}${JSON.stringify(name)}: ${textOf(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/** On one line, with spaces where people put them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

export const newText = (): string => textOf(NEW_RULE);
