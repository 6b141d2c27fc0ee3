import type { ActorType, Assessment, RiskAssessed, TriggerType } from '@probity/contracts/customers/events';
import { FACTORS } from '@probity/contracts/customers/words';
import type { CustomerState } from '../customers/customer-state';
import { describeAssessment } from './describe-assessment';

/** The cause of a score. */
export interface AssessmentCause {
  trigger_type: TriggerType;
  /** a text for officers */
  reason: string;
  actor_type: ActorType;
  /** the actor, such as `staff:<account>` */
  actor?: string;
  /** the name of the account at this time */
  actor_name?: string;
  /** the ingested event that caused the score */
  event_id?: string;
}

/** The event for a score; undefined when the score, its factors and the rating equal the previous ones. */
export function decideAssessment(
  state: CustomerState,
  assessment: Assessment,
  { reason, trigger_type, actor_type, actor, actor_name, event_id }: AssessmentCause,
  now: string,
): RiskAssessed | undefined {
  const before = state.assessment;
  if (before && sameScores(before, assessment)) return undefined;
  return {
    customer_id: state.id,
    tenant_id: state.tenant_id,
    rating_from: before?.rating ?? null,
    rating_to: assessment.rating,
    reason: `${reason}; ${describeAssessment(assessment)}`,
    trigger_type,
    actor_type,
    ...(actor !== undefined && { actor }),
    ...(actor_name !== undefined && { actor_name }),
    assessment,
    ...(event_id !== undefined && { event_id }),
    assessed_at: now,
  };
}

function sameScores(a: Assessment, b: Assessment): boolean {
  return (
    a.composite_score === b.composite_score &&
    a.rating === b.rating &&
    FACTORS.every((factor) => a[`${factor}_score`] === b[`${factor}_score`])
  );
}
