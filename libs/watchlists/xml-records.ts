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
  /** where its start tag begins, 1-based */
  line: number;
  element: XmlElement;
  /** as it is in the file */
  text: string;
}

export interface XmlLayout {
  format: WatchlistFormat;
  /** role of the file */
  file: string;
  /** local name of the root element */
  root: string;
  /** local names of elements that only stand around records */
  containers: string[];
  /** local names of the elements that are records */
  records: string[];
}

/** A start tag or a comment around records must end within this many characters, else it is none. */
const MAX_TAG = PIECE;
/** More than the longest tag that the cutter looks for; so much is kept where one may be cut in two. */
const MAX_END_TAG = 200;

interface OpenRecord {
  name: string;
  line: number;
  /** how far its text was searched for its end; undefined while its start tag is not complete */
  searched: number | undefined;
  /** what to show of it, once it is too long to be kept */
  excerpt: string | undefined;
}

type Found = XmlRecord | ImportIssue;

/** What one step found, and whether more text is needed before the next. */
interface Step {
  found: Found[];
  wait: boolean;
}

const WAIT: Step = { found: [], wait: true };

/**
 * Cuts the records out of the text by their tags alone, so that what is wrong inside one of them cannot reach
 * the next. Holds one record; of one that is too long, only the end of what was read of it.
 */
class RecordCutter {
  private text = '';
  /** of the beginning of `text` */
  private line = 1;
  private record: OpenRecord | undefined;
  private rootSeen = false;
  private rootEnded = false;
  /** how much stood in front of the root, and what was odd about it, which counts only if it is the right root */
  private inFront = 0;
  private early: ImportIssue | undefined;
  /** something odd was told since the last record */
  private oddTold = false;
  /** the tags of the root, of the containers and of records */
  private readonly boundary: RegExp;
  private readonly startTag = /<[\w.:-]+(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/y;

  constructor(private readonly layout: XmlLayout) {
    const names = [layout.root, ...layout.containers, ...layout.records].join('|');
    this.boundary = new RegExp(`<(/?)(?:[\\w.-]{1,60}:)?(${names})(?=[\\s/>])`, 'g');
  }

  /** Takes the next piece; the last one may be empty. */
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
      throw new BrokenFile(file, this.line, `the file ends before </${root}>; what was read is not the whole list`);
    }
  }

  /** One step through what is no record: there must be nothing but white space, comments and known tags. */
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
    if (/^<!doctype/i.test(text.slice(0, 9))) throw this.refusal('it declares a DOCTYPE, which is rejected; remove it');

    const tag = this.startTagHere();
    const length = tag?.length ?? text.slice(0, MAX_TAG).indexOf('>') + 1;
    // a start tag that is not sound yet may have been cut inside an attribute
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

  /** One step through a record: to its end, or to what shows that it has none. */
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
      return { ...step, found: [this.issue(record.line, `it is longer than ${MAX_RECORD} characters`, excerpt)] };
    }
    const element = readElement(text, record.line);
    if ('wrong' in element) return { ...step, found: [this.issue(record.line, element.wrong, text)] };
    const found: Found[] = [{ line: record.line, element, text }];
    if (text.includes('\ufffd')) {
      const reason = 'it has bytes that mean nothing in the encoding of the file; it is read with \ufffd for them';
      found.unshift(this.issue(record.line, reason, text));
    }
    return { ...step, found };
  }

  /** What is no record and stands around none, such as one whose start tag is damaged. Skips to the next known tag. */
  private odd(): Step {
    const issue = this.issue(this.line, 'what is here is no record and stands around none', this.text);
    this.boundary.lastIndex = 1;
    const next = this.boundary.exec(this.text)?.index ?? Math.max(1, this.text.length - MAX_END_TAG);
    const told = this.oddTold || !this.rootSeen;
    if (this.rootSeen) this.oddTold = true;
    else this.early ??= issue;
    return { ...this.drop(next), found: told ? [] : [issue] };
  }

  private unclosed(record: OpenRecord, before: string): ImportIssue {
    return this.issue(record.line, `it is not closed before ${before}`, record.excerpt ?? this.text);
  }

  /** The start tag with which the text begins, if it is complete and sound. */
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
 * The records of an XML file, one at a time. A record that is too long, is not closed, or in which the XML is
 * not well-formed is reported and passed over, and so is what stands between records and belongs to none.
 * Rejects a DOCTYPE.
 *
 * @throws NotThisFormat when the root element is another one or the file is not XML
 * @throws BrokenFile when the file ends before its root element does
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
