import type { CaseEvent } from '@probity/contracts/cases/events';
import type { CaseDetail } from '@probity/contracts/cases/views';
import { officerIn } from '@probity/contracts/staff/officer';

export type CaseEntry = CaseDetail['entries'][number];

/** The entry that an event adds to the history of its case. */
export function caseEntry({ type, data }: CaseEvent): CaseEntry {
  const by = officerIn(data);
  switch (type) {
    case 'CaseOpened':
      return { what: 'opened', text: data.reason, ...by, at: data.opened_at };
    case 'AlertsAddedToCase':
      return { what: 'alerts_added', text: data.reason, ...by, at: data.added_at };
    case 'CaseNoteAdded':
      return { what: 'note', text: data.note, ...by, at: data.added_at };
    case 'CaseFileAttached':
      return { what: 'file_attached', text: data.name, ...by, at: data.attached_at };
    case 'CaseFileRemoved':
      return { what: 'file_removed', text: data.reason, ...by, at: data.removed_at };
    case 'CaseClosed':
      return { what: 'closed', text: data.reason, ...by, at: data.closed_at };
  }
}
