import Type, { type Static } from 'typebox';
import { kycFinding } from '../../kyc-finding';
import { optional } from '../../optional';
import type { Finding } from '../../stage-call';

export const TITLE = 'Sumsub';
const MAX_REASON = 1_000;
/** Of a name and of all labels, in the id of a decision. */
const MAX_LEVEL = 200;
const MAX_LABELS = 1_000;

/**
 * The fields that a webhook and the review status share. `clientComment` is not read: it may have private information
 * that only the institution's staff may see, and Probity shows reasons in alerts.
 *
 * Sources: https://docs.sumsub.com/reference/get-applicant-review-status (fields and statuses),
 * https://docs.sumsub.com/docs/receive-and-interpret-results-via-api (answers, labels, comments),
 * https://docs.sumsub.com/docs/applicant-statuses (`awaitingUser` and `awaitingService`).
 */
export const Review = Type.Object({
  reviewStatus: Type.Enum([
    'init',
    'awaitingUser',
    'pending',
    'prechecked',
    'queued',
    'onHold',
    'awaitingService',
    'completed',
  ]),
  reviewResult: optional(
    Type.Object({
      reviewAnswer: Type.Enum(['GREEN', 'RED']),
      reviewRejectType: optional(Type.Enum(['FINAL', 'RETRY'])),
      rejectLabels: optional(Type.Array(Type.String())),
      moderationComment: optional(Type.String()),
    }),
  ),
  levelName: optional(Type.String()),
});
export type Review = Static<typeof Review>;

const REASONS = {
  approved: 'the applicant passed the verification',
  rejected: 'the applicant did not pass the verification',
  pending: 'the applicant has to submit data or documents',
  in_review: 'the verification has no result yet',
};

/** A completed review without a result is not understood: it may be a rejection. */
export const isUnderstood = ({ reviewStatus, reviewResult }: Review): boolean =>
  reviewStatus !== 'completed' || Boolean(reviewResult);

/** A rejection is final unless Sumsub says that the applicant may try again. */
function statusOf(reviewStatus: Review['reviewStatus'], result: Review['reviewResult']): keyof typeof REASONS {
  if (reviewStatus === 'init' || reviewStatus === 'awaitingUser') return 'pending';
  if (!result) return 'in_review';
  if (result.reviewAnswer === 'GREEN') return 'approved';
  return result.reviewRejectType === 'RETRY' ? 'pending' : 'rejected';
}

/**
 * The same id for a webhook and for the review status: the two have no id in common, so it consists of the facts that
 * both have. Two rejections of one day for the same reasons have the same id. The id of a review that ends at midnight
 * can differ, because a webhook has the time at which it was created.
 *
 * @param decidedAt ISO 8601 UTC
 */
export function decisionIdOf(applicant: string, decidedAt: string, { levelName, reviewResult }: Review): string {
  const day = decidedAt.slice(0, 10);
  const labels = (reviewResult?.rejectLabels ?? []).toSorted().join(',');
  return `${applicant}:${day}:${(levelName ?? '').slice(0, MAX_LEVEL)}:${labels.slice(0, MAX_LABELS)}`;
}

/**
 * A result counts only while the review is completed: afterwards it belongs to an earlier attempt.
 *
 * @param decisionId identifies the decision among those about the applicant
 */
export function reviewFinding({ reviewStatus, reviewResult, levelName }: Review, decisionId: string): Finding {
  const result = reviewStatus === 'completed' ? reviewResult : undefined;
  const status = statusOf(reviewStatus, result);
  const { rejectLabels, reviewRejectType, moderationComment } = result ?? {};
  const reason = moderationComment || rejectLabels?.join(', ') || REASONS[status];
  const metadata = {
    review_status: reviewStatus,
    ...(levelName && { level: levelName }),
    ...(rejectLabels && { reject_labels: rejectLabels }),
    ...(reviewRejectType && { reject_type: reviewRejectType }),
  };
  return kycFinding(TITLE, decisionId, { status, reason: reason.slice(0, MAX_REASON) }, metadata);
}
