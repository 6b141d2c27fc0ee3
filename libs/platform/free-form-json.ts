import { textProblem } from './text';

const MAX_DEPTH = 32;

/**
 * Checks free-form JSON (a `metadata` object). Returns the problem with the path of the invalid value, or undefined.
 * The JSON must be an object of at most 32 levels. Its texts must be storable (see `textProblem`), and its numbers
 * finite: JSON such as 1e400 becomes infinity when it is parsed.
 */
export function freeFormProblem(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `${path} must be a JSON object`;
  }
  return problemBelow(value, path, 1);
}

function problemBelow(value: unknown, path: string, depth: number): string | undefined {
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
    const problem = problemBelow(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
