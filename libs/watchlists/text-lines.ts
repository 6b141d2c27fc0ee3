import { isUtf8 } from 'node:buffer';
import { BrokenFile, FileChunks, MAX_RECORD } from './importer';
import { windows1252 } from './windows-1252';

export interface TextLine {
  /** 1-based */
  line: number;
  /** without the end of line; undefined when the line is longer than `MAX_RECORD` */
  text: string | undefined;
  /** true if the line is not UTF-8; then it was read as Windows-1252, which also covers Latin-1 */
  foreign: boolean;
}

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Converts chunks to bytes. Joins a surrogate pair that is split between two string chunks. */
export async function* bytesOf(chunks: FileChunks): AsyncGenerator<Buffer> {
  let half = '';
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') {
      yield chunk;
      continue;
    }
    const text = half + chunk;
    half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    yield Buffer.from(half === '' ? text : text.slice(0, -1));
  }
  if (half !== '') yield Buffer.from(half);
}

function decoded(line: number, parts: Buffer[]): TextLine {
  let bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  if (bytes.at(-1) === RETURN) bytes = bytes.subarray(0, -1);
  if (line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3);
  const foreign = !isUtf8(bytes);
  return { line, text: foreign ? windows1252(bytes) : bytes.toString('utf8'), foreign };
}

/**
 * Reads the lines of a text file. Lines end with LF or CRLF, and the file may begin with a byte order mark. Holds
 * one line in memory, or nothing while it reads a line that is too long.
 *
 * @throws BrokenFile for a file in UTF-16, because its bytes would be read as meaningless characters
 */
export async function* textLines(chunks: FileChunks, file: string): AsyncGenerator<TextLine> {
  let line = 1;
  let parts: Buffer[] = [];
  let length = 0;

  function take(bytes: Buffer): void {
    length += bytes.length;
    if (length > MAX_RECORD) parts = [];
    else if (bytes.length > 0) parts.push(bytes);
  }
  function finished(): TextLine {
    const result =
      length > MAX_RECORD
        ? { line, text: undefined, foreign: false }
        : decoded(line, parts.length ? parts : [Buffer.alloc(0)]);
    line += 1;
    parts = [];
    length = 0;
    return result;
  }

  for await (const bytes of bytesOf(chunks)) {
    let from = 0;
    for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, from)) {
      take(bytes.subarray(from, at));
      from = at + 1;
      const complete = finished();
      refuseUtf16(complete, file);
      yield complete;
    }
    take(bytes.subarray(from));
  }
  if (length > 0) {
    const last = finished();
    refuseUtf16(last, file);
    yield last;
  }
}

function refuseUtf16({ line, text, foreign }: TextLine, file: string): void {
  if (line === 1 && foreign && text !== undefined && /^(\u00FF\u00FE|\u00FE\u00FF)/.test(text)) {
    throw new BrokenFile(file, 1, 'the file is in UTF-16; save it as UTF-8');
  }
}
