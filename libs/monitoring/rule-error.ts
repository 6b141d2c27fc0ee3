import { Refusal } from '@probity/platform/errors';

export interface RuleProblem {
  /** JSON pointer (RFC 6901) of the invalid node in the definition */
  path: string;
  /** the problem and the expected value */
  message: string;
}

const MAX_NAMED = 10;

/** The definition is not a valid rule. The message names the first ten invalid nodes; `path` is that of the first. */
export class RuleError extends Refusal {
  readonly path: string;

  constructor(readonly problems: readonly RuleProblem[]) {
    super('invalid', 'invalid_rule', sentence(problems));
    this.name = 'RuleError';
    this.path = problems[0]?.path ?? '';
  }
}

/** Appends one step to a JSON pointer. */
export const below = (path: string, step: string | number): string =>
  `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;

function sentence(problems: readonly RuleProblem[]): string {
  const named = problems
    .slice(0, MAX_NAMED)
    .map(({ path, message }) => `${path === '' ? 'the rule' : path}: ${message}`);
  const more = problems.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
