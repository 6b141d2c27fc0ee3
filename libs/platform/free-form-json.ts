import { textProblem } from './text';

const MAX_DEPTH = 32;

/**
 * What is wrong with free-form JSON (a `metadata` object), with the path of the bad value, or
 * undefined. It must be an object of at most 32 levels whose texts can be stored and hashed and
 * whose numbers are finite doubles (JSON text such as 1e400 overflows to infinity when parsed).
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
