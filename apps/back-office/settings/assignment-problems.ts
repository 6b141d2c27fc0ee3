import { ALERT_SOURCES, SEVERITIES } from '@probity/contracts/alerts/words';
import {
  MAX_ALERT_TYPE,
  MAX_ALERT_TYPES,
  MAX_ASSIGNEES,
  MAX_ASSIGNMENT_NAME,
  MAX_ASSIGNMENT_RULES,
} from '@probity/contracts/settings/assignment-rules';
import { isObject } from '@probity/platform/is-object';
import { isUuid } from '@probity/platform/ids';

const PATH = 'queue.assignment';
const FIELDS = ['name', 'severities', 'sources', 'alert_types', 'assignees'];
const NAME = new RegExp(`^\\S(.{0,${MAX_ASSIGNMENT_NAME - 2}}\\S)?$`, 'u');

/** What is wrong with the rules of assignment. The types guarantee nothing: the value comes from a request. */
export function assignmentProblems(rules: unknown): string[] {
  if (!Array.isArray(rules)) return [`${PATH} must be a list of rules`];
  if (rules.length > MAX_ASSIGNMENT_RULES) return [`${PATH} must have at most ${MAX_ASSIGNMENT_RULES} rules`];
  const problems = rules.flatMap((rule, index) => ruleProblems(rule, `${PATH}[${index}]`));
  if (problems.length > 0) return problems;
  const names = (rules as { name: string }[]).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? [] : [`${PATH} has two rules with the name ${twice}`];
}

function ruleProblems(rule: unknown, path: string): string[] {
  if (!isObject(rule)) return [`${path} must be an object, such as {"name": "All", "assignees": ["<account>"]}`];
  const unknown = Object.keys(rule).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined)
    return [`${path}.${unknown.slice(0, 100)} is not a setting; the settings are ${FIELDS.join(', ')}`];
  const { name, severities, sources, alert_types, assignees } = rule;
  return [
    ...(typeof name === 'string' && NAME.test(name)
      ? []
      : [`${path}.name must be a text of 1 to ${MAX_ASSIGNMENT_NAME} characters, without spaces at its ends`]),
    ...listProblem(severities, `${path}.severities`, oneOf(SEVERITIES)),
    ...listProblem(sources, `${path}.sources`, oneOf(ALERT_SOURCES)),
    ...listProblem(alert_types, `${path}.alert_types`, {
      is: (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_ALERT_TYPE,
      items: `texts of at most ${MAX_ALERT_TYPE} characters`,
      max: MAX_ALERT_TYPES,
    }),
    ...(assignees === undefined
      ? [`${path}.assignees must be a list of accounts of staff`]
      : listProblem(assignees, `${path}.assignees`, {
          is: (value) => isUuid(value) && value === value.toLowerCase(),
          items: 'accounts of staff',
          max: MAX_ASSIGNEES,
        })),
  ];
}

interface Items {
  is: (value: unknown) => boolean;
  items: string;
  max: number;
}

const oneOf = (words: readonly string[]): Items => ({
  is: (value) => (words as readonly unknown[]).includes(value),
  items: `of ${words.join(', ')}`,
  max: words.length,
});

function listProblem(value: unknown, path: string, { is, items, max }: Items): string[] {
  if (value === undefined) return [];
  const isValid = Array.isArray(value) && value.length > 0 && value.length <= max && value.every(is);
  if (isValid && new Set(value).size === value.length) return [];
  return [`${path} must be a list of 1 to ${max} ${items}, each once`];
}
