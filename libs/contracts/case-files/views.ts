import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CASE_FILE_ID } from '../examples';
import { Hash, Id, nullable, Timestamp } from '../fields';
import { CASE_FILE_SCANS, CASE_FILE_TYPES } from './words';

const CaseFileType = Type.Enum(CASE_FILE_TYPES, { description: 'by its content' });
const Scan = Type.Enum(CASE_FILE_SCANS, { description: 'whether the program of FILE_SCAN_COMMAND looked at it' });

/** What is known of a file besides its content. */
export const aboutFile = { media_type: CaseFileType, bytes: Type.Integer({ minimum: 1 }), sha256: Hash, scan: Scan };

export const CaseFile = view(
  'CaseFile',
  Type.Object({
    id: Id,
    case_id: Id,
    customer_id: Id,
    name: Type.String({ description: '`[restricted]` while its customer is restricted' }),
    ...aboutFile,
    attached_by: Type.String(),
    attached_at: Timestamp,
    removed_at: nullable(Timestamp, { description: 'since then its content cannot be read any more' }),
    removed_by: nullable(Type.String()),
    removal_reason: nullable(Type.String()),
  }),
  { description: 'A file of a case, without its content.', example: { id: CASE_FILE_ID, name: 'invoice.pdf' } },
);
export type CaseFile = Static<typeof CaseFile>;
