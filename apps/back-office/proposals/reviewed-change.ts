import type { AuditSubject } from '@probity/contracts/audit/words';
import type { FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { ReviewedActionName } from '@probity/contracts/proposals/words';

/** A change that may need a second person. */
export interface ReviewedChange {
  action: ReviewedActionName;
  subject: [type: AuditSubject, id: string];
  /** the change in one sentence; names no customer, because readers of the audit trail see it */
  summary: string;
  reason: string;
  /** whether the policy of the tenant demands a second person */
  needed: (policy: FourEyesPolicy) => boolean | Promise<boolean>;
  /** what the change depends on: when it differs at the approval, the change is not made; JSON */
  state: unknown;
  /** what a reviewer compares; JSON */
  shown?: Record<string, unknown>;
}
