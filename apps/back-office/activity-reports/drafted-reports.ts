import { Injectable } from '@nestjs/common';
import { goamlProblems } from '@probity/activity-reports/goaml/goaml-problems';
import type { Reported } from '@probity/activity-reports/reported';
import type { ReportContent } from '@probity/contracts/activity-reports/content';
import type { ReportFacts } from '@probity/contracts/activity-reports/facts';
import type { ReportDetail, ReportPreview } from '@probity/contracts/activity-reports/views';
import { found, invalid, notFound } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { redactedFacts } from '@probity/read-side/activity-reports/redacted-facts';
import { ReportFactsQueries } from '@probity/read-side/activity-reports/report-facts';
import { reportOfRestricted } from '@probity/read-side/activity-reports/report-of-restricted';
import { ReportQueries } from '@probity/read-side/activity-reports/report-queries';

/** Reports with what they say: drafts as they are now, approved ones as they were approved. */
@Injectable()
export class DraftedReports {
  constructor(
    private readonly queries: ReportQueries,
    private readonly factsQueries: ReportFactsQueries,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `not_found` */
  async report(tenantId: string, reportId: string): Promise<ReportDetail> {
    return found('report', reportId, await this.queries.report(tenantId, reportId));
  }

  /** @throws Refusal `not_found` for an event that is no processed transaction of the customer */
  async refuseForeign(tenantId: string, customerId: string, content: ReportContent): Promise<void> {
    const { transactions } = await this.factsNow(tenantId, customerId, content);
    const known = new Set(transactions.map(({ event_id }) => event_id));
    const foreign = content.event_ids.find((id) => !known.has(id));
    if (foreign !== undefined) throw notFound('processed transaction of the customer of the case', foreign);
  }

  /** Of a restricted customer, it has nothing that names a person, also when the report was approved before. */
  async preview(tenantId: string, reportId: string): Promise<ReportPreview> {
    const report = await this.report(tenantId, reportId);
    const reported = await this.reported(tenantId, report);
    const isRestricted = await this.factsQueries.isRestricted(tenantId, report.customer_id);
    const problems = report.status === 'discarded' ? [DISCARDED] : await this.problems(reported, isRestricted);
    return {
      version: report.version,
      facts: isRestricted ? redactedFacts(reported.facts) : reported.facts,
      problems,
    };
  }

  /**
   * An approved report as the authority gets it: whole, also when its customer is restricted.
   *
   * @throws Refusal `report_not_approved` for a draft, `report_discarded`, `not_found` after the erasure of the customer
   */
  async approved(tenantId: string, reportId: string): Promise<Reported> {
    const report = await this.report(tenantId, reportId);
    if (report.status === 'discarded') throw invalid('report_discarded', `report ${reportId} was discarded`);
    if (report.status === 'draft') {
      throw invalid('report_not_approved', `report ${reportId} is a draft; a second person approves it first`);
    }
    return this.reported(tenantId, report);
  }

  /** @throws Refusal `report_incomplete` */
  async refuseRestricted(tenantId: string, { id, customer_id }: ReportDetail): Promise<void> {
    if (await this.factsQueries.isRestricted(tenantId, customer_id)) throw reportOfRestricted(id);
  }

  /** What a report with this content says now. */
  async factsNow(tenantId: string, customerId: string, content: ReportContent): Promise<ReportFacts> {
    return found('customer', customerId, await this.factsQueries.facts(tenantId, customerId, content));
  }

  private async reported(tenantId: string, report: ReportDetail): Promise<Reported> {
    const { id, customer_id, approved_at, approved_by, proposed_by } = report;
    if (approved_at === null || approved_by === null) {
      const facts = await this.factsNow(tenantId, customer_id, report);
      return {
        id,
        tenant_id: tenantId,
        content: report,
        facts,
        at: this.time.now().toISOString(),
        approval: undefined,
      };
    }
    const facts = found('customer', customer_id, await this.queries.approvedFacts(tenantId, id));
    const approval = { by: approved_by, proposedBy: proposed_by };
    return { id, tenant_id: tenantId, content: report, facts, at: approved_at, approval };
  }

  /** Messages of the validation can have values of the report. */
  private async problems(reported: Reported, isRestricted: boolean): Promise<string[]> {
    if (isRestricted && !reported.approval) return [RESTRICTED_DRAFT];
    const problems = await goamlProblems(reported);
    return isRestricted && problems.length > 0 ? [RESTRICTED_REPORT] : problems;
  }
}

const DISCARDED = 'The draft was discarded.';
const RESTRICTED_DRAFT =
  'The erasure of the customer was requested, and its data is not shown: the draft cannot be approved. Withdraw the ' +
  'request first.';
const RESTRICTED_REPORT =
  'The report is no valid goAML document. The erasure of the customer was requested, and its data is not shown: the ' +
  'export says what is wrong.';
