import { SEVERITIES } from '@probity/contracts/alerts/words';
import {
  ALERT_TYPE_PATTERN,
  MAX_NAME,
  MAX_PROSE,
  type RuleDefinition as StoredDefinition,
} from '@probity/contracts/monitoring-rules/views';
import { EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { textProblem } from '@probity/platform/text';
import { DURATION_FORM, parseDuration } from './duration';
import { below, type RuleProblem } from './rule-error';

/** A node of the rule language as JSON; see docs/reference/monitoring-rules.md. */
export type ExpressionNode =
  boolean | number | string | readonly (number | string)[] | { readonly [key: string]: unknown };

/** A monitoring rule as institutions write it. */
export interface RuleDefinition extends Omit<StoredDefinition, 'condition'> {
  condition: ExpressionNode;
}

/** Limits of a definition. The depth counts nested objects and lists. */
export const MAX_DEFINITION_CHARACTERS = 65_536;
export const MAX_DEFINITION_DEPTH = 32;

/** The fields with a check of their own. */
const OTHER_FIELDS = ['cooldown', 'compare_unconverted_amounts', 'condition'] as const;

type Check = (value: unknown) => string | undefined;

const CHECKS: Record<keyof Omit<RuleDefinition, (typeof OTHER_FIELDS)[number]>, Check> = {
  name: prose(MAX_NAME),
  description: prose(MAX_PROSE),
  reason: prose(MAX_PROSE),
  event_type: word(EVENT_TYPES),
  severity: word(SEVERITIES),
  alert_type: (value) =>
    typeof value === 'string' && new RegExp(ALERT_TYPE_PATTERN).test(value)
      ? undefined
      : 'expected a word such as large_cash, with at most 64 lower-case letters, digits and _',
  title: prose(MAX_NAME),
};

/**
 * Returns the problems of a definition, except those of its condition. If no problem has the path '', the definition is
 * an object.
 */
export function definitionProblems(definition: unknown): RuleProblem[] {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    return [{ path: '', message: 'expected an object' }];
  }
  const tooMuch = boundsProblem(definition, '', 0, { characters: 0 });
  if (tooMuch) return [tooMuch];

  const members = definition as Record<string, unknown>;
  const problems: RuleProblem[] = [];
  const note = (key: string, message: string | undefined): void => {
    if (message !== undefined) problems.push({ path: below('', key), message });
  };
  for (const [key, check] of Object.entries(CHECKS)) note(key, check(members[key]));
  if (members.cooldown !== undefined && parseDuration(members.cooldown) === undefined) {
    note('cooldown', `expected ${DURATION_FORM}`);
  }
  if (!['undefined', 'boolean'].includes(typeof members.compare_unconverted_amounts)) {
    note('compare_unconverted_amounts', 'expected true or false');
  }
  if (members.condition === undefined) note('condition', 'expected a condition');
  const known = [...Object.keys(CHECKS), ...OTHER_FIELDS];
  for (const key of Object.keys(members)) {
    if (!known.includes(key)) note(key, `is not a known field; a rule has ${known.join(', ')}`);
  }
  return problems;
}

function prose(longest: number): Check {
  return (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest
      ? undefined
      : `expected a text of 1 to ${longest} characters`;
}

function word(words: readonly string[]): Check {
  return (value) => ((words as readonly unknown[]).includes(value) ? undefined : `expected one of ${words.join(', ')}`);
}

/** Checks the limits of a definition. Stops at the first limit, so that a hostile definition costs little time. */
function boundsProblem(
  value: unknown,
  path: string,
  depth: number,
  counted: { characters: number },
): RuleProblem | undefined {
  counted.characters += 2 + (typeof value === 'string' ? value.length : 0);
  if (counted.characters > MAX_DEFINITION_CHARACTERS) {
    return { path: '', message: `a rule can have at most ${MAX_DEFINITION_CHARACTERS} characters` };
  }
  if (typeof value === 'string') {
    const message = textProblem(value);
    return message === undefined ? undefined : { path, message };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEFINITION_DEPTH) {
    return { path, message: `a rule can be nested at most ${MAX_DEFINITION_DEPTH} levels deep` };
  }
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) counted.characters += key.length + 2;
    const problem = boundsProblem(member, below(path, key), depth + 1, counted);
    if (problem) return problem;
  }
  return undefined;
}
