import { hash } from 'node:crypto';
import type { Assessment, Factor } from '@probity/contracts/customers/events';
import { FACTORS } from '@probity/contracts/customers/words';
import type { RiskRating } from '@probity/contracts/customers/profile';
import { canonicalJson } from '@probity/platform/canonical-json';
import { COUNTRY_DATA_VERSION } from './country-risk';
import { behavioralFindings } from './factors/behavioral';
import { channelFindings } from './factors/channel';
import { geographicFindings } from './factors/geographic';
import { identityFindings } from './factors/identity';
import { productFindings } from './factors/product';
import { relationshipFindings } from './factors/relationship';
import { floorsOf } from './floors';
import type { Finding, Reason, ScoringInput } from './scoring-input';
import type { ScoringModel } from './scoring-model';
import { screeningHits } from './screening-hits';

/** Increase it with every change of code or word lists that can change the score for the same input and model. */
const SCORING_VERSION = 'v1';
const MAX_SCORE = 1000;

const findings: Record<Factor, (input: ScoringInput, model: ScoringModel) => Finding[]> = {
  identity: identityFindings,
  geographic: geographicFindings,
  behavioral: behavioralFindings,
  product: productFindings,
  relationship: relationshipFindings,
  channel: channelFindings,
};

/**
 * Scores a customer. The score of a factor is the sum of the points of its reasons. The composite score is the weighted
 * sum of the factors, rounded half up, or the highest floor if that is higher. The points of a reason with the factor
 * `floor` are the level of the floor. The same input and model always give the same result.
 */
export function scoreCustomer(input: ScoringInput, model: ScoringModel): Assessment {
  const steps = scoringSteps(input, model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Like `scoreCustomer`, in steps: a customer may have thousands of alerts, and the caller other work between steps. */
export function* scoringSteps(input: ScoringInput, model: ScoringModel): Generator<void, Assessment> {
  screeningHits(input); // the steps share them
  yield;
  const reasons: Reason[] = [];
  for (const factor of FACTORS) {
    reasons.push(...factorReasons(factor, findings[factor](input, model)));
    yield;
  }
  const scores = Object.fromEntries(FACTORS.map((factor) => [factor, scoreOf(factor, reasons)])) as Record<
    Factor,
    number
  >;
  const floors = floorsOf(input, model);
  const composite_score = Math.max(weighted(scores, model), ...floors.map((floor) => floor.level));
  for (const { name, level, because } of floors) {
    reasons.push({ factor: 'floor', points: level, reason: `${name}: at least ${level}, because ${because}` });
  }
  return {
    composite_score,
    identity_score: scores.identity,
    geographic_score: scores.geographic,
    product_score: scores.product,
    behavioral_score: scores.behavioral,
    channel_score: scores.channel,
    relationship_score: scores.relationship,
    rating: ratingOf(composite_score, model),
    reasons,
    model_version: modelVersion(model),
  };
}

export function ratingOf(score: number, { bands }: ScoringModel): RiskRating {
  if (score >= bands.critical) return 'critical';
  if (score >= bands.high) return 'high';
  return score >= bands.medium ? 'medium' : 'low';
}

const versions = new WeakMap<ScoringModel, string>();

/**
 * Returns the version of code, settings and country lists: `v1/<digest>/countries-<date>`. The digest is the first 12
 * hex digits of the SHA-256 of the model's canonical JSON.
 */
export function modelVersion(model: ScoringModel): string {
  const known = versions.get(model);
  if (known) return known;
  const digest = hash('sha256', canonicalJson(model), 'hex').slice(0, 12);
  const version = `${SCORING_VERSION}/${digest}/${COUNTRY_DATA_VERSION}`;
  versions.set(model, version);
  return version;
}

/** Removes findings without points. If the points exceed the highest score, adds a reason with the negative excess. */
function factorReasons(factor: Factor, found: Finding[]): Reason[] {
  const reasons = found.filter(({ points }) => points > 0).map(({ points, reason }) => ({ factor, points, reason }));
  const excess = reasons.reduce((sum, { points }) => sum + points, 0) - MAX_SCORE;
  if (excess > 0) reasons.push({ factor, points: -excess, reason: `the score of a factor is limited to ${MAX_SCORE}` });
  return reasons;
}

const scoreOf = (factor: Factor, reasons: Reason[]): number =>
  reasons.reduce((sum, reason) => (reason.factor === factor ? sum + reason.points : sum), 0);

function weighted(scores: Record<Factor, number>, { weights }: ScoringModel): number {
  const hundredths = FACTORS.reduce((sum, factor) => sum + scores[factor] * weights[factor], 0);
  return Math.floor((hundredths + 50) / 100);
}
