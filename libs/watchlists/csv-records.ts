import { FileChunks, MAX_RECORD } from './importer';
import { TextLine, textLines } from './text-lines';

export interface CsvRecord {
  /** where it begins, 1-based; a quoted field may go over several lines */
  line: number;
  fields: string[];
  /** as it is in the file */
  text: string;
}

export type OnMalformed = (line: number, reason: string, text: string) => void;

const NOT_CLOSED = 'a quoted field is not closed';
const END_OF_FILE_MARK = '\u001a';

/** Reads the fields of a record that may arrive in several lines: a quoted field goes on in the next line. */
class FieldReader {
  readonly fields: string[] = [];
  private field = '';
  private open = false;
  /** there was a quote inside an unquoted field; then nothing is certain about the quotes after it */
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
        while (text[at] === ' ' || text[at] === '\t') at += 1;
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

/** The values of one text such as `a;"b;c";d`, or undefined when its quotes do not pair. */
export function separatedValues(text: string, separator: string): string[] | undefined {
  const reader = new FieldReader(separator);
  return reader.take(text) === 'complete' ? reader.fields : undefined;
}

/** Puts lines together to records, and gives up on one line where they do not make a record. */
class RecordReader {
  private fields = new FieldReader(',');
  /** the lines of the record that is being read, while a quoted field is open */
  private pending: TextLine[] = [];
  private length = 0;
  private foreignTold = false;

  constructor(private readonly onMalformed: OnMalformed) {}

  *take(line: TextLine): Generator<CsvRecord> {
    const stack = [line];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { text } = next;
      if (text === undefined) {
        if (this.pending.length > 0) stack.push(next, ...this.giveUp(NOT_CLOSED));
        else this.onMalformed(next.line, `the line is longer than ${MAX_RECORD} bytes`, '');
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

  /** At the end of the file no quoted field may be open. */
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
      const reason = 'not UTF-8: this line, and every other such line, is read as Windows-1252';
      this.onMalformed(record.line, reason, record.text);
    }
    return record;
  }

  /** Reports the first line of what is pending. Returns the others, the last one first, to be read again. */
  private giveUp(reason: string): TextLine[] {
    const [first, ...others] = this.pending;
    this.reset();
    this.onMalformed(first!.line, reason, first!.text ?? '');
    return others.toReversed();
  }

  private reset(): void {
    this.pending = [];
    this.length = 0;
    this.fields = new FieldReader(',');
  }
}

/**
 * The records of a CSV file (RFC 4180; a quote inside an unquoted field is an ordinary character). Blank
 * lines, and the end-of-file mark of old systems (U+001A), are not records.
 *
 * When a quoted field is not closed before the end of the file or before the limit for a record, or when
 * text follows its closing quote, the line on which the record began is reported and reading goes on with
 * the line after it: a stray quote costs one line. csv-parse skips on to wherever the quotes pair again, to
 * the end of the file if need be, and does not say which lines that cost; hence a reader of our own.
 *
 * No line is read more than twice. A line that leaves an open field open has an even number of quotes, so
 * when it is read again as a beginning, it opens none.
 */
export async function* csvRecords(
  chunks: FileChunks,
  file: string,
  onMalformed: OnMalformed,
): AsyncGenerator<CsvRecord> {
  const reader = new RecordReader(onMalformed);
  for await (const line of textLines(chunks, file)) yield* reader.take(line);
  yield* reader.end();
}
