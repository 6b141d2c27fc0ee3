import { Refusal } from '@probity/platform/errors';

export interface RuleProblem {
  /** JSON pointer (RFC 6901) of the bad node in the definition */
  path: string;
  /** what was expected there */
  message: string;
}

const MAX_NAMED = 10;

/** A definition of which no rule can be made. Names every bad node that was found; `path` is the first one's. */
export class RuleError extends Refusal {
  readonly path: string;

  constructor(readonly problems: readonly RuleProblem[]) {
    super('invalid', 'invalid_rule', sentence(problems));
    this.name = 'RuleError';
    this.path = problems[0]?.path ?? '';
  }
}

/** A JSON pointer one level further down. */
export const below = (path: string, step: string | number): string =>
  `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;

function sentence(problems: readonly RuleProblem[]): string {
  const named = problems
    .slice(0, MAX_NAMED)
    .map(({ path, message }) => `${path === '' ? 'the rule' : path}: ${message}`);
  const more = problems.length - named.length;
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
