import { dataText } from './data-text';

/** Many more levels than any event of Probity has. */
const MAX_LEVELS = 500;

/**
 * Probity stores exactly the text that JSON.stringify returns. Any other text, for example with a duplicated key, was
 * written by another program or tampered with: the result is undefined. So is that of a text with very many levels. V8
 * could handle some of these, depending on how full the stack is: a text would be readable for one reader and not for the
 * next, or for JSON.parse and not for what handles the event.
 */
export function parseOwnJson(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    if (text.length > 2 * MAX_LEVELS && hasMoreLevels(data, MAX_LEVELS)) return undefined;
    return dataText(data) === text ? data : undefined;
  } catch {
    return undefined;
  }
}

function hasMoreLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const below: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return below.some((one) => hasMoreLevels(one, levels - 1));
}
