import {
  CASE_STREAM_PREFIX,
  type CaseEvent,
  type CaseFileAttached,
  type CaseOpened,
  caseStream,
} from '@probity/contracts/cases/events';
import { type CaseEntry, caseEntry } from '@probity/read-side/cases/case-entry';
import { CASE_ROW, CASE_TABLES, projectCaseEvents } from '@probity/read-side/cases/case-projection';
import type { Aggregate } from '@probity/event-store/aggregate';
import { CASE_AUDIT } from '@probity/read-side/cases/case-audit';

/** What decisions use of a file. */
export type FileOfCase = Pick<CaseFileAttached, 'file_id' | 'sha256' | 'name'> & { isRemoved: boolean };

/** The state of a case that its decisions use. */
export interface CaseState {
  opened: CaseOpened;
  alert_ids: string[];
  /** its files, also the removed ones */
  files: FileOfCase[];
  /** its history, oldest first */
  entries: CaseEntry[];
  closed: Extract<CaseEvent, { type: 'CaseClosed' }>['data'] | undefined;
}

export function evolveCase(state: CaseState | undefined, event: CaseEvent): CaseState {
  const entry = caseEntry(event);
  if (event.type === 'CaseOpened') {
    return { opened: event.data, alert_ids: event.data.alert_ids, files: [], entries: [entry], closed: undefined };
  }
  if (!state) throw new Error(`the stream of case ${event.data.case_id} does not begin with CaseOpened`);
  const entries = [...state.entries, entry];
  switch (event.type) {
    case 'AlertsAddedToCase':
      return { ...state, entries, alert_ids: [...state.alert_ids, ...event.data.alert_ids] };
    case 'CaseNoteAdded':
      return { ...state, entries };
    case 'CaseFileAttached': {
      const { file_id, sha256, name } = event.data;
      return { ...state, entries, files: [...state.files, { file_id, sha256, name, isRemoved: false }] };
    }
    case 'CaseFileRemoved': {
      const { file_id } = event.data;
      const files = state.files.map((file) => (file.file_id === file_id ? { ...file, isRemoved: true } : file));
      return { ...state, entries, files };
    }
    case 'CaseClosed':
      return { ...state, entries, closed: event.data };
  }
}

export const CASE: Aggregate<CaseState, CaseEvent> = {
  name: 'case',
  kind: 'cases',
  prefix: CASE_STREAM_PREFIX,
  stream: caseStream,
  evolve: evolveCase,
  tenantOf: ({ opened }) => opened.tenant_id,
  row: CASE_ROW,
  tables: CASE_TABLES,
  audit: CASE_AUDIT,
  projection: projectCaseEvents,
};
