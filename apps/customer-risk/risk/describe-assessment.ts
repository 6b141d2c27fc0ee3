import type { Assessment } from '@probity/contracts/customers/events';

const MAX_NAMED_REASONS = 3;

/** The reason for a score, in one sentence: the floor that decides it, or the findings with the most points. */
export function describeAssessment({ composite_score, rating, reasons }: Assessment): string {
  const verdict = `the score of ${composite_score} is ${rating}`;
  const floor = reasons.find(({ factor, points }) => factor === 'floor' && points === composite_score);
  if (floor) return `${verdict}: ${floor.reason}`;
  const most = reasons
    .filter(({ factor, points }) => factor !== 'floor' && points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_NAMED_REASONS);
  if (most.length === 0) return `${verdict}: no risk indicators were found`;
  return `${verdict}, mainly because of: ${most.map(({ factor, reason }) => `${reason} (${factor})`).join('; ')}`;
}
