import { textProblem } from './text';

const MAX_DEPTH = 32;
/** The work for JSON grows with its values more than with its length. */
const MAX_VALUES = 10_000;

/**
 * Checks free-form JSON (a `metadata` object). Returns the problem with the path of the invalid value, or undefined.
 * The JSON must be an object of at most 32 levels and 10,000 values. Its texts must be storable (see `textProblem`), and
 * its numbers finite: JSON such as 1e400 becomes infinity when it is parsed.
 *
 * @param maxBytes the length of the JSON as UTF-8 without spaces
 */
export function freeFormProblem(value: unknown, path: string, maxBytes = Infinity): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `${path} must be a JSON object`;
  }
  const counted = { values: 0 };
  const problem = problemBelow(value, path, 1, counted);
  if (counted.values > MAX_VALUES) return `${path} has more than ${MAX_VALUES} values`;
  if (problem || maxBytes === Infinity || Buffer.byteLength(JSON.stringify(value)) <= maxBytes) return problem;
  return `${path} must have at most ${maxBytes} bytes as JSON`;
}

/** Stops at the first problem. */
function problemBelow(value: unknown, path: string, depth: number, counted: { values: number }): string | undefined {
  if (++counted.values > MAX_VALUES) return path;
  if (typeof value === 'string') {
    const problem = textProblem(value);
    return problem && `${path} ${problem}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return `${path} is a number out of range`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `${path} is nested deeper than ${MAX_DEPTH} levels`;

  for (const [key, child] of Object.entries(value)) {
    const keyProblem = textProblem(key);
    if (keyProblem) return `${path} has a key that ${keyProblem}`;
    const problem = problemBelow(
      child,
      Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`,
      depth + 1,
      counted,
    );
    if (problem) return problem;
  }
  return undefined;
}
