import { isObject } from '@probity/platform/is-object';
import { printable } from './printable';

const STEP = '  ';

/**
 * Readable JSON: one line for each value, indented under the name that contains it. Lists of plain values and small
 * flat objects stay on one line.
 */
export function outline(value: unknown, indent = STEP): string {
  return lines(value, indent).join('\n');
}

function lines(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, indent));
  if (!isObject(value)) return [`${indent}${plain(value)}`];
  return Object.entries(value).flatMap(([name, member]) => {
    const text = oneLine(member);
    const label = `${indent}${printable(name)}:`;
    return text === undefined ? [label, ...lines(member, indent + STEP)] : [`${label} ${text}`];
  });
}

function itemLines(item: unknown, indent: string): string[] {
  const text = isObject(item) ? small(item) : oneLine(item);
  if (text !== undefined) return [`${indent}- ${text}`];
  const [first = '', ...rest] = lines(item, indent + STEP);
  return [`${indent}- ${first.trimStart()}`, ...rest];
}

/** The text of a value that fits on one line; undefined for a nested value. */
function oneLine(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    return value.some((item) => typeof item === 'object' && item !== null) ? undefined : value.map(plain).join(', ');
  }
  if (!isObject(value)) return plain(value);
  return Object.keys(value).length === 0 ? 'none' : undefined;
}

function small(object: Record<string, unknown>): string | undefined {
  const members = Object.entries(object).map(([name, member]) => [name, oneLine(member)] as const);
  if (members.some(([, text]) => text === undefined)) return undefined;
  return members.map(([name, text]) => `${printable(name)}: ${text}`).join('; ');
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? printable(value) : JSON.stringify(value);
}
