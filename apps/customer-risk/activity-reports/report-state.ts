import { contentIn, type ReportContent } from '@probity/contracts/activity-reports/content';
import {
  REPORT_STREAM_PREFIX,
  type ReportApproved,
  type ReportDiscarded,
  type ReportDrafted,
  type ReportEvent,
  type ReportExported,
  type ReportExportedByTemplate,
  type ReportFiled,
  reportStream,
} from '@probity/contracts/activity-reports/events';
import type { ReportStatus } from '@probity/contracts/activity-reports/words';
import type { Aggregate } from '@probity/event-store/aggregate';
import { projectReportEvents, REPORT_ROW, REPORT_TABLES } from '@probity/read-side/activity-reports/report-projection';
import { REPORT_AUDIT } from '@probity/read-side/activity-reports/report-audit';

/** The state of a report that its decisions use. */
export interface ReportState {
  drafted: ReportDrafted;
  content: ReportContent;
  status: ReportStatus;
  /** how often the draft was saved */
  version: number;
  approved: Omit<ReportApproved, 'facts'> | undefined;
  discarded: ReportDiscarded | undefined;
  /** the last export */
  exported: ReportExported | undefined;
  /** the last export with a template */
  exportedByTemplate: ReportExportedByTemplate | undefined;
  filed: ReportFiled | undefined;
}

export function evolveReport(state: ReportState | undefined, event: ReportEvent): ReportState {
  if (event.type === 'ReportDrafted') {
    return {
      ...{ drafted: event.data, content: contentIn(event.data), status: 'draft', version: 1 },
      ...{ approved: undefined, discarded: undefined, exported: undefined, exportedByTemplate: undefined },
      filed: undefined,
    };
  }
  if (!state) throw new Error(`the stream of report ${event.data.report_id} does not begin with ReportDrafted`);
  switch (event.type) {
    case 'ReportChanged':
      return { ...state, content: contentIn(event.data), version: state.version + 1 };
    case 'ReportApproved': {
      const { facts: _, ...approved } = event.data;
      return { ...state, status: 'approved', approved };
    }
    case 'ReportDiscarded':
      return { ...state, status: 'discarded', discarded: event.data };
    case 'ReportExported':
      return { ...state, exported: event.data };
    case 'ReportExportedByTemplate':
      return { ...state, exportedByTemplate: event.data };
    case 'ReportFiled':
      return { ...state, status: 'filed', filed: event.data };
  }
}

export const REPORT: Aggregate<ReportState, ReportEvent> = {
  name: 'report',
  kind: 'reports',
  prefix: REPORT_STREAM_PREFIX,
  stream: reportStream,
  evolve: evolveReport,
  tenantOf: ({ drafted }) => drafted.tenant_id,
  row: REPORT_ROW,
  tables: REPORT_TABLES,
  audit: REPORT_AUDIT,
  projection: projectReportEvents,
};
