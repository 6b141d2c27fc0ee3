import { MIN_THRESHOLD } from '@probity/contracts/settings/threshold-rules';
import { isObject } from '@probity/platform/is-object';
import type { MeasuredProposal } from '@probity/read-side/screening-measurement/screening-measurements';
import { WEIGHT_NAMES } from '@probity/screening/weights';
import { isThreshold, thresholdProblems } from '../settings/threshold-problems';

/** What is wrong with a proposal. The types guarantee nothing: the value comes from a request. */
export function proposalProblems({
  threshold,
  thresholds,
  weights,
}: Record<keyof MeasuredProposal, unknown>): string[] {
  const problems = isGiven(thresholds) ? thresholdProblems(thresholds, 'thresholds') : [];
  if (isGiven(threshold) && !isThreshold(threshold)) {
    problems.unshift(`threshold must be a number from ${MIN_THRESHOLD} to 1`);
  }
  return isGiven(weights) ? [...problems, ...weightProblems(weights)] : problems;
}

function weightProblems(weights: unknown): string[] {
  if (!isObject(weights)) return ['weights must be an object, such as {"other_country": -0.2}'];
  return Object.entries(weights).flatMap(([name, value]) => {
    if (!(WEIGHT_NAMES as string[]).includes(name)) {
      return [`weights.${name.slice(0, 60)} is not a weight; the weights are ${WEIGHT_NAMES.join(', ')}`];
    }
    const isPossible = typeof value === 'number' && value >= -1 && value <= 1;
    return isPossible ? [] : [`weights.${name} must be a number from -1 to 1`];
  });
}

const isGiven = (value: unknown): boolean => (value ?? null) !== null;
