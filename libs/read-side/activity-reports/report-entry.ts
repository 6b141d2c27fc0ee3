import type { ReportEvent } from '@probity/contracts/activity-reports/events';
import type { ReportDetail } from '@probity/contracts/activity-reports/views';
import { officerIn } from '@probity/contracts/staff/officer';

type ReportEntry = ReportDetail['entries'][number];

/** The entries that an event adds to the history of its report, oldest first. The last one has the time of the event. */
export function reportEntries({ type, data }: ReportEvent): ReportEntry[] {
  const said = { text: data.reason, ...officerIn(data) };
  switch (type) {
    case 'ReportDrafted':
      return [{ what: 'drafted', ...said, at: data.drafted_at }];
    case 'ReportChanged':
      return [{ what: 'changed', ...said, at: data.changed_at }];
    case 'ReportApproved': {
      const approved = { what: 'approved', ...said, at: data.approved_at };
      if (!data.proposed) return [approved];
      const { reason, at, ...by } = data.proposed;
      return [{ what: 'proposed', text: reason, ...officerIn(by), at }, approved];
    }
    case 'ReportDiscarded':
      return [{ what: 'discarded', ...said, at: data.discarded_at }];
    case 'ReportExported':
      return [{ what: `exported_${data.format}`, ...said, at: data.exported_at }];
    case 'ReportExportedByTemplate':
      return [{ what: 'exported_by_template', ...said, at: data.exported_at }];
    case 'ReportFiled':
      return [{ what: 'filed', ...said, at: data.filed_at }];
  }
}
