import {
  BrokenFile,
  excerptOf,
  FileChunks,
  ImportIssue,
  MAX_RECORD,
  NotThisFormat,
  OnIssue,
  WatchlistFormat,
} from './importer';
import { localName, readElement, XmlElement } from './xml-element';
import { PIECE, xmlText } from './xml-text';

export interface XmlRecord {
  /** the line on which the start tag begins, 1-based */
  line: number;
  element: XmlElement;
  /** the unchanged text of the record */
  text: string;
}

export interface XmlLayout {
  format: WatchlistFormat;
  /** role of the file */
  file: string;
  /** local name of the root element */
  root: string;
  /** local names of elements that only contain records */
  containers: string[];
  /** local names of the elements that are records */
  records: string[];
}

/** A start tag or a comment outside of records must end within this many characters. A longer one is malformed. */
const MAX_TAG = PIECE;
/** More than the length of the longest tag that the cutter searches. Keeps a tag whole that is split between pieces. */
const MAX_END_TAG = 200;

interface OpenRecord {
  name: string;
  line: number;
  /** the text before this index was searched for the end tag; undefined while the start tag is incomplete */
  searched: number | undefined;
  /** the excerpt for the issue, once the record is too long to be kept */
  excerpt: string | undefined;
}

type Found = XmlRecord | ImportIssue;

/** What one step found, and whether the next step needs more text. */
interface Step {
  found: Found[];
  wait: boolean;
}

const WAIT: Step = { found: [], wait: true };

/**
 * Cuts the records out of the text by their tags alone, so that an error inside one record does not affect the next
 * one. Holds one record in memory, or only the last characters of a record that is too long.
 */
class RecordCutter {
  private text = '';
  /** the line on which `text` begins */
  private line = 1;
  private record: OpenRecord | undefined;
  private rootSeen = false;
  private rootEnded = false;
  /** number of characters before the root element */
  private inFront = 0;
  /** the first issue before the root element; reported only if the root is the right one */
  private early: ImportIssue | undefined;
  /** whether text outside of records was reported since the last record; it is reported once */
  private oddTold = false;
  /** matches the tags of the root, the containers and the records */
  private readonly boundary: RegExp;
  private readonly startTag = /<[\w.:-]+(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/y;

  constructor(private readonly layout: XmlLayout) {
    const names = [layout.root, ...layout.containers, ...layout.records].join('|');
    this.boundary = new RegExp(`<(/?)(?:[\\w.-]{1,60}:)?(${names})(?=[\\s/>])`, 'g');
  }

  /** Takes the next piece of text. The last piece may be empty. */
  *take(piece: string, last: boolean): Generator<Found> {
    this.text += piece;
    for (;;) {
      const { found, wait } = this.record ? this.inRecord(this.record, last) : this.around(last);
      yield* found;
      if (wait) break;
    }
    if (last) yield* this.end();
  }

  private *end(): Generator<ImportIssue> {
    if (!this.rootSeen)
      throw this.refusal(this.early ? `found ${JSON.stringify(this.early.excerpt)}` : 'the file is empty');
    if (this.record) yield this.unclosed(this.record, 'the end of the file');
    if (!this.rootEnded) {
      const { file, root } = this.layout;
      throw new BrokenFile(file, this.line, `the file ends before </${root}>, so the list is not complete`);
    }
  }

  /** One step through the text outside of records. Allowed are white space, comments and known tags. */
  private around(last: boolean): Step {
    const { text } = this;
    const blank = text.length - text.trimStart().length;
    if (blank > 0) return this.drop(blank);
    if (text === '') return WAIT;
    if (text[0] !== '<') return this.odd();
    const more = !last && text.length < MAX_TAG;

    for (const [open, close] of [
      ['<!--', '-->'],
      ['<?', '?>'],
    ] as const) {
      if (!text.startsWith(open)) continue;
      const end = text.indexOf(close, open.length);
      if (end !== -1) return this.drop(end + close.length);
      return more ? WAIT : this.odd();
    }
    if (/^<!doctype/i.test(text.slice(0, 9)))
      throw this.refusal('the file declares a DOCTYPE, which is not allowed; remove it');

    const tag = this.startTagHere();
    const length = tag?.length ?? text.slice(0, MAX_TAG).indexOf('>') + 1;
    // wait, because a start tag that does not match yet may be cut inside an attribute
    if (more && !tag && (length === 0 || text[1] !== '/')) return WAIT;
    if (length === 0) return this.odd();
    const [, slash, name] = /^<(\/?)([\w.:-]+)[\s/>]/.exec(text.slice(0, MAX_END_TAG)) ?? [];
    return name === undefined
      ? this.odd()
      : this.tagAround(localName(name), slash === '/', length, tag?.empty === true);
  }

  private tagAround(name: string, closing: boolean, length: number, empty: boolean): Step {
    const { root, containers, records } = this.layout;
    if (!this.rootSeen) {
      if (name !== root || closing) throw this.refusal(`found <${closing ? '/' : ''}${name.slice(0, 60)}>`);
      this.rootSeen = true;
      this.rootEnded = empty;
      const found = this.early ? [this.early] : [];
      return { ...this.drop(length), found };
    }
    if (records.includes(name) && !closing) {
      this.oddTold = false;
      this.record = { name, line: this.line, searched: undefined, excerpt: undefined };
      return { found: [], wait: false };
    }
    if (name === root && closing) this.rootEnded = true;
    else if (!containers.includes(name)) return this.odd();
    return this.drop(length);
  }

  /** One step through a record: to its end tag, or to another tag that shows that the end tag is missing. */
  private inRecord(record: OpenRecord, last: boolean): Step {
    if (record.searched === undefined) {
      const tag = this.startTagHere();
      if (tag?.empty) return this.complete(record, tag.length);
      if (!tag && !last && this.text.length < MAX_TAG) return WAIT;
      record.searched = 1;
    }
    this.boundary.lastIndex = record.searched;
    const boundary = this.boundary.exec(this.text);
    if (!boundary) return this.recordGoesOn(record);

    const [, slash, name] = boundary;
    if (slash !== '/' || name !== record.name) {
      const issue = this.unclosed(record, `<${slash}${name}>`);
      this.record = undefined;
      return { ...this.drop(boundary.index), found: [issue] };
    }
    const end = this.text.slice(0, boundary.index + MAX_END_TAG).indexOf('>', boundary.index);
    if (end !== -1) return this.complete(record, end + 1);
    if (!last && this.text.length < boundary.index + MAX_END_TAG) return WAIT;
    record.searched = boundary.index + 1;
    return { found: [], wait: false };
  }

  private recordGoesOn(record: OpenRecord): Step {
    const cut = Math.max(record.searched ?? 0, this.text.length - MAX_END_TAG);
    record.searched = cut;
    if (record.excerpt !== undefined || this.text.length > MAX_RECORD + MAX_END_TAG) {
      record.excerpt ??= excerptOf(this.text);
      this.drop(cut);
      record.searched = 0;
    }
    return WAIT;
  }

  private complete(record: OpenRecord, length: number): Step {
    const text = this.text.slice(0, length);
    this.record = undefined;
    const step = this.drop(length);
    if (record.excerpt !== undefined || length > MAX_RECORD) {
      const excerpt = record.excerpt ?? text;
      return {
        ...step,
        found: [this.issue(record.line, `the record is longer than ${MAX_RECORD} characters`, excerpt)],
      };
    }
    const element = readElement(text, record.line);
    if ('wrong' in element) return { ...step, found: [this.issue(record.line, element.wrong, text)] };
    const found: Found[] = [{ line: record.line, element, text }];
    if (text.includes('\ufffd')) {
      const reason = 'the record has bytes that are invalid in the encoding of the file; they are read as \ufffd';
      found.unshift({ ...this.issue(record.line, reason, text), kind: 'odd' });
    }
    return { ...step, found };
  }

  /** Reports text that is neither record nor container, such as a damaged start tag. Skips to the next known tag. */
  private odd(): Step {
    const issue = this.issue(this.line, 'the text is neither a record nor an element that contains records', this.text);
    this.boundary.lastIndex = 1;
    const next = this.boundary.exec(this.text)?.index ?? Math.max(1, this.text.length - MAX_END_TAG);
    const told = this.oddTold || !this.rootSeen;
    if (this.rootSeen) this.oddTold = true;
    else this.early ??= issue;
    return { ...this.drop(next), found: told ? [] : [issue] };
  }

  private unclosed(record: OpenRecord, before: string): ImportIssue {
    return this.issue(record.line, `the record is not closed before ${before}`, record.excerpt ?? this.text);
  }

  /** The start tag at the beginning of the text, if it is complete and well-formed. */
  private startTagHere(): { length: number; empty: boolean } | undefined {
    this.startTag.lastIndex = 0;
    const tag = this.startTag.exec(this.text);
    return tag ? { length: tag[0].length, empty: tag[1] === '/' } : undefined;
  }

  private drop(length: number): Step {
    const dropped = this.text.slice(0, length);
    for (let at = dropped.indexOf('\n'); at !== -1; at = dropped.indexOf('\n', at + 1)) this.line += 1;
    this.text = this.text.slice(length);
    if (!this.rootSeen) {
      this.inFront += length;
      if (this.inFront > MAX_RECORD)
        throw this.refusal(`found ${JSON.stringify(this.early?.excerpt ?? 'white space')}`);
    }
    return { found: [], wait: false };
  }

  private issue(line: number, reason: string, text: string): ImportIssue {
    return { file: this.layout.file, line, kind: 'malformed', reason, excerpt: excerptOf(text) };
  }

  private refusal(found: string): NotThisFormat {
    const { format, file, root } = this.layout;
    return new NotThisFormat(format, file, `expected XML with the root element <${root}>; ${found}`);
  }
}

/**
 * Reads the records of an XML file, one at a time. Reports and leaves out records that are too long, not closed or
 * not well-formed, and unexpected text between records.
 *
 * @throws NotThisFormat when the file has another root element, declares a DOCTYPE or is not XML
 * @throws BrokenFile when the file ends before the end tag of the root element
 */
export async function* xmlRecords(chunks: FileChunks, layout: XmlLayout, onIssue: OnIssue): AsyncGenerator<XmlRecord> {
  const cutter = new RecordCutter(layout);
  function* handOut(piece: string, last: boolean): Generator<XmlRecord> {
    for (const found of cutter.take(piece, last)) {
      if ('element' in found) yield found;
      else onIssue(found);
    }
  }
  for await (const piece of xmlText(chunks, layout.format, layout.file)) yield* handOut(piece, false);
  yield* handOut('', true);
}
