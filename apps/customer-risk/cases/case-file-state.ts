import {
  CASE_FILE_STREAM_PREFIX,
  type CaseFileEvent,
  type CaseFilePartStored,
  caseFileStream,
} from '@probity/contracts/case-files/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import { CASE_FILE_ROW, CASE_FILE_TABLES, projectCaseFileEvents } from '@probity/read-side/cases/case-file-projection';
import { CASE_FILE_AUDIT } from '@probity/read-side/cases/case-audit';

type AboutContent = Pick<CaseFilePartStored, 'file_id' | 'tenant_id' | 'case_id' | 'customer_id'>;

/** The content of a file, as its last event shows it. */
export type CaseFileState =
  | (AboutContent & { status: 'uploading'; last: Pick<CaseFilePartStored, 'part' | 'bytes' | 'sha256'> })
  /** its case has it */
  | (AboutContent & { status: 'kept' })
  /** its upload was given up; no event follows */
  | (AboutContent & { status: 'forgotten' });

/** The content of a file. Only its last event is loaded: all of them may have 14 MB. */
export const CASE_FILE: Aggregate<CaseFileState, CaseFileEvent> = {
  name: 'file',
  kind: 'case-files',
  prefix: CASE_FILE_STREAM_PREFIX,
  stream: caseFileStream,
  evolve: (_state, { type, data }) => {
    const { file_id, tenant_id, case_id, customer_id } = data;
    const about = { file_id, tenant_id, case_id, customer_id };
    if (type === 'CaseFileForgotten') return { ...about, status: 'forgotten' };
    if (type !== 'CaseFilePartStored') return { ...about, status: 'kept' };
    return { ...about, status: 'uploading', last: { part: data.part, bytes: data.bytes, sha256: data.sha256 } };
  },
  tenantOf: ({ tenant_id }) => tenant_id,
  row: CASE_FILE_ROW,
  tables: CASE_FILE_TABLES,
  audit: CASE_FILE_AUDIT,
  projection: projectCaseFileEvents,
  decidesOnReadSide: true,
};
