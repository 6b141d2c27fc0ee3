import { isUtf8 } from 'node:buffer';
import type { CaseFileType } from '@probity/contracts/case-files/words';
import { officeTypeOf } from './office-type';

const PDF = Buffer.from('%PDF-');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Of the control characters, text has tabs and ends of lines and pages only. */
const NOT_TEXT = new Set([...Array(32).keys()].filter((code) => ![0x09, 0x0a, 0x0c, 0x0d].includes(code)).concat(0x7f));

/**
 * The type of a file by its content; undefined when a case takes no such file. Nothing is unpacked.
 *
 * @param ending of its name; only tells CSV from other text, which have no first bytes
 */
export function fileTypeOf(content: Buffer, ending: string): CaseFileType | undefined {
  const beginsWith = (bytes: Buffer): boolean => content.subarray(0, bytes.length).equals(bytes);
  if (beginsWith(PDF)) return 'application/pdf';
  if (beginsWith(PNG)) return 'image/png';
  if (beginsWith(JPEG)) return 'image/jpeg';
  if (beginsWith(ZIP)) return officeTypeOf(content);
  if (!isUtf8(content) || content.some((byte) => NOT_TEXT.has(byte))) return undefined;
  return ending === 'csv' ? 'text/csv' : 'text/plain';
}
