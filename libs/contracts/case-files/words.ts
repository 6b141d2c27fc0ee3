/** What a file of a case may be, by its media type, with the endings that its name may have. */
export const CASE_FILE_ENDINGS = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
} as const;
export type CaseFileType = keyof typeof CASE_FILE_ENDINGS;
export const CASE_FILE_TYPES = Object.keys(CASE_FILE_ENDINGS) as [CaseFileType, ...CaseFileType[]];

/** Whether the program of the operator looked at a file before it was stored. */
export const CASE_FILE_SCANS = ['clean', 'not_scanned'] as const;

export const MAX_CASE_FILE_BYTES = 10 * 1024 * 1024;
/** Without the removed ones. */
export const MAX_FILES_OF_CASE = 50;
/**
 * The content of a file is stored and sent in parts of this size; the last one may be smaller. As base64 in JSON, a part
 * fits into an append of EventStoreDB and a message of Kafka, which take 1 MiB, and leaves half of it free.
 */
export const CASE_FILE_PART_BYTES = 256 * 1024;

/** How many parts a content of so many bytes has. */
export const partsOf = (bytes: number): number => Math.ceil(bytes / CASE_FILE_PART_BYTES);
