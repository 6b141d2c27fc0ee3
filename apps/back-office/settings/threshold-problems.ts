import {
  MAX_THRESHOLD_RULES,
  MIN_THRESHOLD,
  ENTRY_KINDS,
  SCREENED_SUBJECTS,
} from '@probity/contracts/settings/threshold-rules';
import { OWN_LIST } from '@probity/contracts/watchlists/events';
import { isObject } from '@probity/platform/is-object';
import { isSharedListName, LIST_NAME_FORM } from '../watchlists/list-name';

const FIELDS = ['list', 'subject', 'kind', 'threshold'];

/**
 * What is wrong with rules for thresholds. The types guarantee nothing: the value comes from a request.
 *
 * @param path of the rules in the request, with which each problem begins
 */
export function thresholdProblems(rules: unknown, path = 'screening.thresholds'): string[] {
  if (!Array.isArray(rules)) return [`${path} must be a list of rules`];
  if (rules.length > MAX_THRESHOLD_RULES) return [`${path} must have at most ${MAX_THRESHOLD_RULES} rules`];
  return rules.flatMap((rule, index) => ruleProblems(rule, `${path}[${index}]`));
}

/** Whether the value is a number from 0.5 to 1. */
export const isThreshold = (value: unknown): value is number =>
  typeof value === 'number' && value >= MIN_THRESHOLD && value <= 1;

function ruleProblems(rule: unknown, path: string): string[] {
  if (!isObject(rule)) return [`${path} must be an object, such as {"list": "ofac-sdn", "threshold": 0.75}`];
  const unknown = Object.keys(rule).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined)
    return [`${path}.${unknown.slice(0, 100)} is not a setting; the settings are ${FIELDS.join(', ')}`];
  const { list, subject, kind, threshold } = rule;
  const isList = isAny(list) || list === OWN_LIST || isSharedListName(list);
  return [
    ...(isList ? [] : [`${path}.list must be ${OWN_LIST} for the own list, null for any, or ${LIST_NAME_FORM}`]),
    ...wordProblem(subject, `${path}.subject`, SCREENED_SUBJECTS),
    ...wordProblem(kind, `${path}.kind`, ENTRY_KINDS),
    ...(isThreshold(threshold) ? [] : [`${path}.threshold must be a number from ${MIN_THRESHOLD} to 1`]),
  ];
}

function wordProblem(value: unknown, path: string, words: readonly string[]): string[] {
  if (isAny(value) || (words as readonly unknown[]).includes(value)) return [];
  return [`${path} must be ${words.join(', ')}, or null for any`];
}

const isAny = (condition: unknown): boolean => (condition ?? null) === null;
