import { CASE_FILE_ENDINGS, type CaseFileType } from '@probity/contracts/case-files/words';
import { invalid } from '@probity/platform/errors';

const MAX_NAME = 200;
/** Control and format characters (which can show a name backwards), line separators, and what separates folders. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}/\\]/u;

/**
 * Reads the name of a file, in its canonical Unicode form.
 *
 * @param header percent-encoded UTF-8
 * @throws Refusal `bad_file_name`
 */
export function readFileName(header: string | string[] | undefined): string {
  if (typeof header !== 'string') throw bad('X-File-Name is missing; send the name of the file, percent-encoded');
  const name = decoded(header).normalize('NFC');
  if (name.length === 0 || name.length > MAX_NAME) {
    throw bad(`the name of the file has ${name.length} characters; send 1 to ${MAX_NAME}`);
  }
  if (FORBIDDEN.test(name)) throw bad('the name of the file has a control character, / or \\; leave it out');
  if (/^[. ]|[. ]$/.test(name)) throw bad('the name of the file must not begin or end with a dot or a space');
  return name;
}

/** The part of the name after its last dot, in lower case. */
export const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/**
 * A program on the computer of the person who downloads a file is chosen by its name.
 *
 * @throws Refusal `bad_file_name` unless the name has an ending of the type
 */
export function refuseOtherEnding(name: string, type: CaseFileType): void {
  const endings: readonly string[] = CASE_FILE_ENDINGS[type];
  if (name.includes('.') && endings.includes(endingOf(name))) return;
  const wanted = endings.map((ending) => `.${ending}`).join(' or ');
  throw bad(`the content of the file is ${type}, so its name must end in ${wanted}`);
}

/** Content-Disposition for a download under this name: never shown in a page. */
export function attachmentNamed(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="file.${endingOf(name).replace(/[^a-z]/g, '')}"; filename*=UTF-8''${encoded}`;
}

function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw bad('X-File-Name must be UTF-8 that is percent-encoded');
  }
}

const bad = (message: string) => invalid('bad_file_name', message);
