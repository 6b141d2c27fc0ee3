import { FileChunks, MAX_RECORD } from './importer';
import { TextLine, textLines } from './text-lines';

export interface CsvRecord {
  /** first line of the record, 1-based; a record has several lines if a quoted field contains line breaks */
  line: number;
  fields: string[];
  /** the unchanged text of the record */
  text: string;
}

/** Called with each fault of the file. `kept`: the record is read in spite of the fault. */
export type OnFault = (line: number, reason: string, text: string, kept: boolean) => void;

const NOT_CLOSED = 'a quoted field is not closed';
const END_OF_FILE_MARK = '\u001a';

/** Reads the fields of one record, line by line. A quoted field may continue in the next line. */
class FieldReader {
  readonly fields: string[] = [];
  private field = '';
  private open = false;
  /** an unquoted field contains a quote, so a later quoted field that is not closed on its line is an error */
  private stray = false;

  constructor(private readonly separator: string) {}

  /** Takes one line. Returns `complete`, `open` (a quoted field continues) or the problem. */
  take(text: string): 'complete' | 'open' | { wrong: string } {
    let at = 0;
    if (this.open) this.field += '\n';
    for (;;) {
      if (!this.open && text[at] === '"') {
        this.open = true;
        at += 1;
      }
      if (this.open) {
        const quote = text.indexOf('"', at);
        if (quote === -1) {
          this.field += text.slice(at);
          return this.stray ? { wrong: NOT_CLOSED } : 'open';
        }
        this.field += text.slice(at, quote);
        if (text[quote + 1] === '"') {
          this.field += '"';
          at = quote + 2;
          continue;
        }
        this.open = false;
        at = quote + 1;
        while (text[at] !== this.separator && (text[at] === ' ' || text[at] === '\t')) at += 1;
        if (at < text.length && text[at] !== this.separator) {
          return { wrong: `there is text after the closing quote of field ${this.fields.length + 1}` };
        }
        this.fields.push(this.field);
        this.field = '';
      } else {
        const end = text.indexOf(this.separator, at);
        const field = end === -1 ? text.slice(at) : text.slice(at, end);
        this.stray ||= field.includes('"');
        this.fields.push(field);
        at = end === -1 ? text.length : end;
      }
      if (at >= text.length) return 'complete';
      at += 1;
    }
  }
}

/** Splits a text such as `a;"b;c";d` into its values. Returns undefined when the quotes do not pair. */
export function separatedValues(text: string, separator: string): string[] | undefined {
  const reader = new FieldReader(separator);
  return reader.take(text) === 'complete' ? reader.fields : undefined;
}

/** Joins lines into records. If a record is malformed, reports its first line and reads the following lines again. */
class RecordReader {
  private fields: FieldReader;
  /** the lines of the current record, while a quoted field is open */
  private pending: TextLine[] = [];
  private length = 0;
  private foreignTold = false;

  constructor(
    private readonly onFault: OnFault,
    private readonly separator: string,
  ) {
    this.fields = new FieldReader(separator);
  }

  *take(line: TextLine): Generator<CsvRecord> {
    const stack = [line];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { text } = next;
      if (text === undefined) {
        if (this.pending.length > 0) stack.push(next, ...this.giveUp(NOT_CLOSED));
        else this.onFault(next.line, `the line is longer than ${MAX_RECORD} bytes`, '', false);
        continue;
      }
      if (this.pending.length === 0 && (text.trim() === '' || text === END_OF_FILE_MARK)) continue;

      this.pending.push(next);
      this.length += text.length + 1;
      if (this.length > MAX_RECORD && this.pending.length > 1) {
        stack.push(...this.giveUp(`${NOT_CLOSED} within ${MAX_RECORD} characters`));
        continue;
      }
      const outcome = this.fields.take(text);
      if (outcome === 'complete') yield this.complete();
      else if (outcome !== 'open') {
        stack.push(...this.giveUp(this.pending.length > 1 ? `${NOT_CLOSED} on this line` : outcome.wrong));
      }
    }
  }

  /** Ends the file. A record whose quoted field is still open is malformed. */
  *end(): Generator<CsvRecord> {
    while (this.pending.length > 0) {
      const again = this.giveUp(NOT_CLOSED).toReversed();
      for (const line of again) yield* this.take(line);
    }
  }

  private complete(): CsvRecord {
    const lines = this.pending;
    const record = {
      line: lines[0]!.line,
      fields: this.fields.fields,
      text: lines.length === 1 ? lines[0]!.text! : lines.map((each) => each.text).join('\n'),
    };
    this.reset();
    if (!this.foreignTold && lines.some((each) => each.foreign)) {
      this.foreignTold = true;
      const reason = 'not UTF-8: this line is read as Windows-1252, and so are later lines that are not UTF-8';
      this.onFault(record.line, reason, record.text, true);
    }
    return record;
  }

  /** Reports the first pending line as malformed. Returns the other lines, last line first, to be read again. */
  private giveUp(reason: string): TextLine[] {
    const [first, ...others] = this.pending;
    this.reset();
    this.onFault(first!.line, reason, first!.text ?? '', false);
    return others.toReversed();
  }

  private reset(): void {
    this.pending = [];
    this.length = 0;
    this.fields = new FieldReader(this.separator);
  }
}

/**
 * Reads the records of a CSV file (RFC 4180; a quote inside an unquoted field is an ordinary character). Skips
 * blank lines and the end-of-file mark of old systems (U+001A).
 *
 * A record is malformed if a quoted field is not closed before the end of the file or before the limit for a
 * record, or if text follows the closing quote. Then the first line of the record is reported, and reading
 * continues with the next line. So a stray quote loses only one line. The library csv-parse is not used, because it
 * skips all lines until the quotes pair again and does not say which lines were lost.
 *
 * No line is read more than twice. A line within an open quoted field has an even number of quotes, so it opens
 * no quoted field when it is read again as the first line of a record.
 */
export async function* csvRecords(
  chunks: FileChunks,
  file: string,
  onFault: OnFault,
  separator = ',',
): AsyncGenerator<CsvRecord> {
  const reader = new RecordReader(onFault, separator);
  for await (const line of textLines(chunks, file)) yield* reader.take(line);
  yield* reader.end();
}
