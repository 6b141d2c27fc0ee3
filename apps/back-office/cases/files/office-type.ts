import type { CaseFileType } from '@probity/contracts/case-files/words';

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const MAX_COMMENT = 0xffff;
/** A document has some dozens, a workbook with many sheets some hundreds. */
const MAX_ENTRIES = 5_000;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const MAIN_PARTS: [name: string, type: CaseFileType][] = [
  ['word/document.xml', `${OFFICE}wordprocessingml.document`],
  ['xl/workbook.xml', `${OFFICE}spreadsheetml.sheet`],
];
const MACROS = /(^|\/)vbaproject\.bin$/i;

/**
 * Whether a ZIP file is a document or a workbook of Office, by the names in its directory; undefined for every other
 * archive, and for one with macros. Reads at most 5,000 names.
 */
export function officeTypeOf(zip: Buffer): CaseFileType | undefined {
  const names = namesIn(zip);
  if (!names?.includes('[Content_Types].xml') || names.some((name) => MACROS.test(name))) return undefined;
  const found = MAIN_PARTS.filter(([name]) => names.includes(name));
  return found.length === 1 ? found[0]![1] : undefined;
}

/** Undefined when it has no directory, a damaged one, or too many files. */
function namesIn(zip: Buffer): string[] | undefined {
  const end = directoryEnd(zip);
  if (end === undefined) return undefined;
  const entries = zip.readUInt16LE(end + 10);
  if (entries > MAX_ENTRIES) return undefined;
  const names: string[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < entries; n++) {
    if (at + DIRECTORY_ENTRY_BYTES > end || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const begin = at + DIRECTORY_ENTRY_BYTES;
    if (begin + name > end) return undefined;
    names.push(zip.toString('utf8', begin, begin + name));
    at = begin + name + extra + comment;
  }
  return names;
}

/** The end of the directory is the end of the file: nothing but its comment may follow. */
function directoryEnd(zip: Buffer): number | undefined {
  const last = zip.length - DIRECTORY_END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (zip.readUInt32LE(at) === DIRECTORY_END && zip.readUInt16LE(at + 20) === last - at) return at;
  }
  return undefined;
}
