import type { ReportContent } from '@probity/contracts/activity-reports/content';
import type { ReportFacts } from '@probity/contracts/activity-reports/facts';

/** A report as it is written into a document. */
export interface Reported {
  id: string;
  tenant_id: string;
  content: ReportContent;
  facts: ReportFacts;
  /** ISO 8601: when it was approved; of a draft, when it is shown */
  at: string;
  /** the names of who approved it and who proposed it; undefined for a draft */
  approval: { by: string; proposedBy: string | null } | undefined;
}

/** Who agreed on a report, as a sentence. */
export const approvalInWords = ({ by, proposedBy }: NonNullable<Reported['approval']>): string =>
  proposedBy === null ? `Approved by ${by}.` : `Proposed by ${proposedBy}, approved by ${by}.`;
