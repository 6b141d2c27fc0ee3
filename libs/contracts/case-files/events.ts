import Type from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { Hash, Id, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { officer } from '../staff/officer';
import { CASE_FILE_EVENTS } from '../topics';
import { MAX_CASE_FILE_BYTES, partsOf } from './words';

export const CASE_FILE_STREAM_PREFIX = 'file-';
/** The stream that holds the content of one file. */
export const caseFileStream = (fileId: string): string => `${CASE_FILE_STREAM_PREFIX}${fileId}`;

/** Each file has a key of its own, so that the content of one file can be made unreadable. */
const caseFileFact = factsOf({
  service: 'customer-risk',
  prefix: CASE_FILE_STREAM_PREFIX,
  topic: CASE_FILE_EVENTS,
  idField: 'file_id',
  sealedBy: 'file_id',
});

/** The number of a part, and what the whole content is. */
export const partOfFile = {
  part: Type.Integer({ minimum: 1, maximum: partsOf(MAX_CASE_FILE_BYTES), description: 'counts from 1' }),
  bytes: Type.Integer({ minimum: 1, maximum: MAX_CASE_FILE_BYTES, description: 'size of the whole content' }),
  sha256: { ...Hash, description: 'of the whole content, lower-case hex' },
};

const about = { file_id: Id, tenant_id: Id, case_id: Id, customer_id: Id };

/** The content stays in Probity. */
export const CaseFilePartStored = caseFileFact('CaseFilePartStored', {
  summary: 'A part of the content of a file was stored. The file belongs to its case once `CaseFileAttached` says so.',
  data: Type.Object({
    ...about,
    ...partOfFile,
    content: personal('document', Type.String({ description: 'base64' })),
    stored_at: Timestamp,
  }),
  withheld: ['content'],
});

/** It is here and not in the stream of the case, which is read whole for each change of the case. */
export const CaseFileDownloaded = caseFileFact('CaseFileDownloaded', {
  summary: 'Staff downloaded a file of a case.',
  data: Type.Object({ ...about, ...officer, downloaded_at: Timestamp }),
});

/** It is here too, so that keeping a content and forgetting it are decided on one stream. */
export const CaseFileKept = caseFileFact('CaseFileKept', {
  summary: 'The case of a file has it, so its content is kept: its upload can no longer be given up.',
  data: Type.Object({ ...about, kept_at: Timestamp }),
});

export const CaseFileForgotten = caseFileFact('CaseFileForgotten', {
  summary: 'An upload that no case got in time was given up. Its key is destroyed, and it can no longer be attached.',
  data: Type.Object({ ...about, forgotten_at: Timestamp }),
});

export type CaseFilePartStored = DataOf<typeof CaseFilePartStored>;

export type CaseFileDownloaded = DataOf<typeof CaseFileDownloaded>;

export type CaseFileKept = DataOf<typeof CaseFileKept>;

export type CaseFileForgotten = DataOf<typeof CaseFileForgotten>;

export const CASE_FILE_FACTS = [CaseFilePartStored, CaseFileDownloaded, CaseFileKept, CaseFileForgotten] as const;
export type CaseFileEvent = EventOf<(typeof CASE_FILE_FACTS)[number]>;
