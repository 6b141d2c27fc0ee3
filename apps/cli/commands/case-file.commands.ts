import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CaseFile } from '@probity/contracts/case-files/views';
import { MAX_CASE_FILE_BYTES } from '@probity/contracts/case-files/words';
import { command, type Declaration } from '../declaration/command';
import { change, listAll } from '../declaration/kinds';
import { DECISION, required } from '../declaration/options';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';
import { writeNewFile } from '../files/write-new-file';
import type { Columns } from '../output/table';

const CASE_ID = '0199d5a0-0000-7000-8000-000000000000';
const FILE_ID = '0199d5a0-0000-7000-8000-000000000002';
const FILES = 'tenants/{tenant}/cases/{case-id}/files';

const COLUMNS: Columns<CaseFile> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'ATTACHED', value: (row) => row.attached_at },
  { title: 'BY', value: (row) => row.attached_by },
  { title: 'BYTES', value: (row) => row.bytes, align: 'right' },
  { title: 'SCAN', value: (row) => row.scan.replace('_', ' ') },
  { title: 'REMOVED', value: (row) => row.removed_at },
  { title: 'NAME', value: (row) => row.name },
];

/** The commands about files of cases, for the group of cases. */
export const CASE_FILE_COMMANDS: Declaration[] = [
  listAll({
    usage: 'files <case-id>',
    summary: 'list the files of a case, oldest first, with the removed ones',
    path: FILES,
    columns: COLUMNS,
    nothing: 'The case has no files.',
  }),
  command({
    usage: 'attach-file <case-id> <path>',
    summary: 'attach a file to a case',
    example: `${CASE_ID} invoice.pdf`,
    notes: '\nA case takes PDF, PNG, JPEG, text, CSV, DOCX and XLSX, at most 10 MiB each.',
    path: FILES,
    run: async ({ 'case-id': caseId, path: source }, { backOffice, path, answer }) => {
      const attached = await backOffice.postFile<CaseFile>(path, basename(source), await contentOf(source));
      const unseen = attached.scan === 'clean' ? '' : ' It was not scanned.';
      answer(attached, `Attached ${attached.name} to case ${caseId} as file ${attached.id}.${unseen}`);
    },
  }),
  command({
    usage: 'download-file <case-id> <file-id>',
    summary: 'download a file of a case; the audit trail records it',
    example: `${FILE_ID} --output invoice.pdf`,
    path: `${FILES}/{file-id}`,
    options: { output: required('--output <path>', 'where to write the file; it must not exist') },
    run: async ({ 'file-id': fileId, output }, { backOffice, path, answer }) => {
      await writeNewFile(output, backOffice.getFile(path));
      answer({ id: fileId, path: output }, `Wrote file ${fileId} to ${output}.`);
    },
  }),
  change({
    usage: 'remove-file <case-id> <file-id>',
    summary: 'remove a file from a case; its content can never be read again',
    example: `${FILE_ID} --reason "it is about another customer"`,
    path: `${FILES}/{file-id}/remove`,
    options: { ...DECISION },
    report: ({ id, case_id }: CaseFile) =>
      `Removed file ${id} from case ${case_id}. Its content cannot be read any more.`,
  }),
];

/** @throws InputError `file` when the file cannot be read, or is larger than any file of a case */
async function contentOf(path: string): Promise<Buffer> {
  const failed = (error: unknown): never => {
    throw new InputError('file', fileProblem(path, error));
  };
  const { size } = await stat(path).catch(failed);
  if (size > MAX_CASE_FILE_BYTES) {
    throw new InputError('file', `${path} has ${size} bytes; a file of a case has at most ${MAX_CASE_FILE_BYTES}`);
  }
  return readFile(path).catch(failed);
}
