import type { attachCaseFile, storeCaseFilePart } from '@probity/contracts/case-files/commands';
import type { CaseFileAttached, CaseFileRemoved } from '@probity/contracts/cases/events';
import type { CaseFileEvent, CaseFilePartStored } from '@probity/contracts/case-files/events';
import { CASE_FILE_PART_BYTES, MAX_FILES_OF_CASE, partsOf } from '@probity/contracts/case-files/words';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { type Officer, officerIn } from '@probity/contracts/staff/officer';
import { invalid, notFound } from '@probity/platform/errors';
import type { CaseFileState } from './case-file-state';
import type { CaseState, FileOfCase } from './case-state';
import { refuseIfClosed } from './decide-case';

/** Shorter than FORGOTTEN_AFTER_MS, so that an attachment in progress seldom meets the end of its upload. */
const ATTACHED_WITHIN_MS = 50 * 60_000;
/** Parts come within seconds. An upload that no case has after this time was given up. */
export const FORGOTTEN_AFTER_MS = 60 * 60_000;
/** With the removed ones: the list of the files of a case is read whole. */
const MAX_FILES_EVER = 4 * MAX_FILES_OF_CASE;

type Part = RequestOf<typeof storeCaseFilePart>;

/** The parts of a content that are stored, with the SHA-256 that was computed from them. */
export type StoredContent = Pick<CaseFilePartStored, 'part' | 'bytes' | 'sha256'> & { begun_at: string };

/**
 * Stores a part of a content; undefined when it is stored already.
 *
 * @param state undefined for the first part
 * @throws Refusal `file_incomplete` for a part that does not follow the last one, or does not belong to the content
 */
export function decidePart(
  state: CaseFileState | undefined,
  customerId: string,
  { tenant_id, case_id, file_id, part, bytes, sha256, content }: Part,
  now: string,
): CaseFilePartStored | undefined {
  if (state && (state.tenant_id !== tenant_id || state.case_id !== case_id)) throw notFound('file', file_id);
  if (state?.status === 'kept') return undefined;
  if (state?.status === 'forgotten') throw tooLate(file_id);
  const last = state?.last;
  if (last && (last.bytes !== bytes || last.sha256 !== sha256)) throw incomplete(file_id, 'it has another content');
  const stored = last?.part ?? 0;
  if (part <= stored) return undefined;
  if (part !== stored + 1) throw incomplete(file_id, `part ${part} came after part ${stored}`);
  const size = Math.min(CASE_FILE_PART_BYTES, bytes - stored * CASE_FILE_PART_BYTES);
  if (Buffer.byteLength(content, 'base64') !== size) throw incomplete(file_id, `part ${part} must have ${size} bytes`);
  const about = { file_id, tenant_id, case_id, customer_id: customerId };
  return { ...about, part, bytes, sha256, content, stored_at: now };
}

/** @throws Refusal `case_closed`, `too_many_files` */
export function refuseMoreFiles(state: CaseState): void {
  refuseIfClosed(state);
  const kept = state.files.filter(({ isRemoved }) => !isRemoved).length;
  const { case_id } = state.opened;
  if (kept >= MAX_FILES_OF_CASE) {
    throw invalid('too_many_files', `case ${case_id} has ${kept} files, which is the limit; remove one first`);
  }
  if (state.files.length >= MAX_FILES_EVER) {
    const had = `case ${case_id} has had ${MAX_FILES_EVER} files, with the removed ones, which is the limit`;
    throw invalid('too_many_files', `${had}; open another case`);
  }
}

/**
 * Attaches a file whose content is stored; undefined when it is attached already.
 *
 * @param stored undefined when the upload was given up
 * @throws Refusal `case_closed`, `too_many_files`, `file_incomplete`
 */
export function decideAttachment(
  state: CaseState,
  asked: RequestOf<typeof attachCaseFile>,
  stored: StoredContent | undefined,
  now: string,
): CaseFileAttached | undefined {
  const { tenant_id, case_id, file_id, name, media_type, bytes, sha256, scan } = asked;
  if (state.files.some((file) => file.file_id === file_id)) return undefined;
  refuseMoreFiles(state);
  if (!stored || Date.parse(now) - Date.parse(stored.begun_at) > ATTACHED_WITHIN_MS) throw tooLate(file_id);
  const isComplete = stored.part === partsOf(bytes) && stored.bytes === bytes && stored.sha256 === sha256;
  if (!isComplete) throw incomplete(file_id, 'what is stored of it differs from what was sent');
  const { customer_id } = state.opened;
  const about = { case_id, tenant_id, customer_id, ...officerIn(asked) };
  return { ...about, file_id, name, media_type, bytes, sha256, scan, attached_at: now };
}

/**
 * Removes a file, also from a closed case: a file about the wrong person must not stay for years. Undefined when it is
 * removed already.
 *
 * @throws Refusal `not_found`
 */
export function decideRemoval(
  state: CaseState,
  fileId: string,
  { by, reason }: { by: Officer; reason: string },
  now: string,
): CaseFileRemoved | undefined {
  if (fileIn(state, fileId).isRemoved) return undefined;
  const { case_id, tenant_id, customer_id } = state.opened;
  return { case_id, tenant_id, customer_id, ...officerIn(by), file_id: fileId, reason, removed_at: now };
}

/** @throws Refusal `not_found` */
function fileIn({ files }: CaseState, fileId: string): FileOfCase {
  const file = files.find(({ file_id }) => file_id === fileId);
  if (!file) throw notFound('file', fileId);
  return file;
}

/** Keeps the content of a file that its case has; undefined when it is kept already, or was forgotten before. */
export function decideKeeping(state: CaseFileState, now: string): CaseFileEvent | undefined {
  if (state.status !== 'uploading') return undefined;
  return { type: 'CaseFileKept', data: { ...contentOf(state), kept_at: now } };
}

/**
 * Forgets the content of an upload that took too long; keeps it when the case has it: then the process that attached it
 * ended in between. Undefined when it is kept or forgotten already.
 *
 * @param inCase its case, as it is after the content was loaded
 */
export function decideAbandoned(
  state: CaseFileState,
  inCase: Pick<CaseState, 'files'>,
  now: string,
): CaseFileEvent | undefined {
  if (state.status !== 'uploading' || inCase.files.some(({ file_id }) => file_id === state.file_id))
    return decideKeeping(state, now);
  return { type: 'CaseFileForgotten', data: { ...contentOf(state), forgotten_at: now } };
}

const contentOf = ({ file_id, tenant_id, case_id, customer_id }: CaseFileState) => ({
  file_id,
  tenant_id,
  case_id,
  customer_id,
});

const tooLate = (fileId: string) => incomplete(fileId, 'its upload was not finished within 50 minutes');

/** What was stored of the file does not count. */
export const incomplete = (fileId: string, why: string) =>
  invalid('file_incomplete', `file ${fileId} is not attached: ${why}; upload it again`);
