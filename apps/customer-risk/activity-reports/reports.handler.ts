import { Controller } from '@nestjs/common';
import {
  approveReport,
  changeReport,
  discardReport,
  draftReport,
  fileReport,
  recordReportExport,
  recordTemplateExport,
} from '@probity/contracts/activity-reports/commands';
import type { ReportEvent } from '@probity/contracts/activity-reports/events';
import type { ReportDetail } from '@probity/contracts/activity-reports/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { refusedInTransaction } from '@probity/event-store/refused-in-transaction';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database, type Sql } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { ReportQueries } from '@probity/read-side/activity-reports/report-queries';
import { refuseUnlessReviewed } from '@probity/read-side/proposals/refuse-unless-reviewed';
import { CASE } from '../cases/case-state';
import {
  approve,
  change,
  discard,
  draft,
  file,
  type OfCase,
  recordExport,
  recordTemplateExport as byTemplate,
} from './decide-report';
import { REPORT, type ReportState } from './report-state';
import { refuseErased } from './reported-customer';

/**
 * Reports of suspicious activity: from the draft to the reference of the authority.
 *
 * Guarantees: no command projects anything about a customer that was erased, however the two race; with events in
 * Postgres, none is stored either. No report of a restricted customer is approved; with events in EventStoreDB, a
 * request for erasure in the moment of the approval comes after it.
 */
@Controller()
export class ReportsHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
    private readonly queries: ReportQueries,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(draftReport)
  async draft(request: RequestOf<typeof draftReport>) {
    const { tenant_id, report_id, case_id, replaces } = request;
    const of = await this.ofCase(tenant_id, case_id);
    const earlier = replaces === undefined ? undefined : await this.store.loadOf(tenant_id, REPORT, replaces);
    const data = draft(request, of, earlier?.state, this.now());
    const decision = await this.ofShown({ type: 'ReportDrafted', data }, report_id);
    const before = await this.store.begin(REPORT, report_id, decision).catch(refusedInTransaction);
    if (before && (before.state.drafted.tenant_id !== tenant_id || before.state.drafted.case_id !== case_id)) {
      throw invalid('report_id_taken', `report_id ${report_id} is used by another report`);
    }
    return this.read(tenant_id, report_id);
  }

  @OnCommand(changeReport)
  change(request: RequestOf<typeof changeReport>) {
    return this.append(request, async (state) => {
      const of = await this.ofCase(request.tenant_id, state.drafted.case_id);
      const data = change(state, request, of, this.now());
      return data && { type: 'ReportChanged', data };
    });
  }

  @OnCommand(approveReport)
  approve({ reviewed, ...request }: RequestOf<typeof approveReport>) {
    return this.append(request, (state) => {
      const data = approve(state, request, this.now());
      if (!data) return undefined;
      refuseUnlessReviewed('report', { version: request.version, facts: request.facts }, reviewed);
      return { type: 'ReportApproved', data };
    });
  }

  @OnCommand(discardReport)
  discard(request: RequestOf<typeof discardReport>) {
    return this.append(request, (state) => {
      const data = discard(state, request, this.now());
      return data && { type: 'ReportDiscarded', data };
    });
  }

  @OnCommand(recordReportExport)
  recordExport(request: RequestOf<typeof recordReportExport>) {
    return this.append(request, (state) => {
      const data = recordExport(state, request, this.now());
      return data && { type: 'ReportExported', data };
    });
  }

  @OnCommand(recordTemplateExport)
  recordTemplateExport(request: RequestOf<typeof recordTemplateExport>) {
    return this.append(request, (state) => {
      const data = byTemplate(state, request, this.now());
      return data && { type: 'ReportExportedByTemplate', data };
    });
  }

  @OnCommand(fileReport)
  file(request: RequestOf<typeof fileReport>) {
    return this.append(request, (state) => {
      const data = file(state, request, this.now());
      return data && { type: 'ReportFiled', data };
    });
  }

  private async append(
    { tenant_id, report_id }: { tenant_id: string; report_id: string },
    decide: (state: ReportState) => Promise<ReportEvent | undefined> | ReportEvent | undefined,
  ): Promise<ReportDetail> {
    await this.store
      .changeOf(tenant_id, REPORT, report_id, async ({ state }) => {
        const event = await decide(state);
        return event && this.ofShown(event);
      })
      .catch(refusedInTransaction);
    return this.read(tenant_id, report_id);
  }

  /**
   * The event, if it may be appended. It is checked before the append, because a store that is not Postgres cannot undo
   * one, and again in the transaction, which an erasure waits for.
   */
  private async ofShown(event: ReportEvent, id?: string) {
    // An approval keeps what is known of the customer.
    const keepsFacts = event.type === 'ReportApproved';
    await refuseErased(this.database, event.data, keepsFacts);
    return {
      events: [{ ...event, ...(id !== undefined && { id }) }],
      before: (sql: Sql, atomic: boolean) => refuseErased(sql, event.data, keepsFacts && atomic),
    };
  }

  private async ofCase(tenantId: string, case_id: string): Promise<OfCase> {
    const { state } = await this.store.loadOf(tenantId, CASE, case_id);
    return { case_id, customer_id: state.opened.customer_id, alert_ids: state.alert_ids };
  }

  private async read(tenantId: string, reportId: string): Promise<ReportDetail> {
    const report = await this.queries.report(tenantId, reportId);
    if (!report) throw new Error(`report ${reportId} is stored in its stream but is not on the read side`);
    return report;
  }

  private now = (): string => this.time.now().toISOString();
}
