import { ListEntry } from '@probity/screening/list-entry';

/**
 * A line (or element) that could not be used, or was passed over on purpose. Where it was used although
 * something is wrong with it, the reason says how it was read.
 */
export interface ImportIssue {
  /** the role of the file, such as `sdn` or `list` */
  file: string;
  /** 1-based, where the record begins in that file */
  line: number;
  kind: 'malformed' | 'skipped';
  reason: string;
  /** at most 120 characters of what is there */
  excerpt: string;
}

export type OnIssue = (issue: ImportIssue) => void;

/** The content of one file, in chunks cut anywhere: bytes, or text that was decoded already. */
export type FileChunks = AsyncIterable<Buffer | string>;

/** By role, as `Importer.files` names them: `sdn`, `alt`, `add`, `comments`, or `list` where there is one file. */
export interface ImporterFiles {
  [role: string]: FileChunks;
}

export type WatchlistFormat =
  'ofac-sdn' | 'un-consolidated' | 'uk-sanctions' | 'eu-fsf' | 'opensanctions-targets' | 'followthemoney';

export interface ImporterFile {
  role: string;
  required: boolean;
  /** names under which it is recognised in a folder */
  names: RegExp;
}

/**
 * Reads one format, entry by entry, and holds no more than one record at a time unless its own file says so.
 *
 * A record that cannot be used is reported and never ends the reading. What does end it, by an error:
 * `NotThisFormat` (the file is something else) and `BrokenFile` (it cannot be read to its end, so what was
 * read is not the whole list and must not be taken for a new version of it).
 */
export interface Importer {
  format: WatchlistFormat;
  /** for people */
  title: string;
  files: ImporterFile[];
  read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry>;
}

/** A record longer than this (bytes of a line, characters of an XML element) is reported and passed over. */
export const MAX_RECORD = 1024 * 1024;

/** The file is not of this format at all: another kind of file, another header, nothing in it. */
export class NotThisFormat extends Error {
  constructor(
    readonly format: WatchlistFormat,
    /** role of the file */
    readonly file: string,
    /** what a file of this format has, and what was found instead */
    detail: string,
  ) {
    super(`the file "${file}" is not of the format ${format}: ${detail}`);
    this.name = 'NotThisFormat';
  }
}

/** The file is of this format, but it cannot be read to its end. */
export class BrokenFile extends Error {
  constructor(
    /** role of the file */
    readonly file: string,
    readonly line: number,
    detail: string,
  ) {
    super(`the file "${file}" cannot be read to its end: line ${line}: ${detail}`);
    this.name = 'BrokenFile';
  }
}

/** What to show of a record in an issue. */
export function excerptOf(text: string): string {
  const oneLine = text
    .slice(0, 400)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return (oneLine.length > 120 ? `${oneLine.slice(0, 119)}…` : oneLine).toWellFormed();
}

/**
 * Reports what is wrong with the records of one file, and decides whether it is of the format at all: when
 * it has no usable record among its first two hundred, it is not.
 */
export class RecordJudge {
  private early: ImportIssue[] | undefined = [];

  constructor(
    private readonly format: WatchlistFormat,
    private readonly file: string,
    private readonly expected: string,
    private readonly onIssue: OnIssue,
  ) {}

  /** A record has the shape of the format. */
  good(): void {
    if (this.early === undefined) return;
    const early = this.early;
    this.early = undefined;
    early.forEach((issue) => this.onIssue(issue));
  }

  /** @throws NotThisFormat */
  malformed(line: number, reason: string, text: string): void {
    this.report({ file: this.file, line, kind: 'malformed', reason, excerpt: excerptOf(text) });
  }

  /** Call at the end of the file. @throws NotThisFormat when it had records and none of them was good */
  end(emptyIsFine: boolean): void {
    if (this.early === undefined || (emptyIsFine && this.early.length === 0)) return;
    throw this.refusal();
  }

  private report(issue: ImportIssue): void {
    if (this.early === undefined) {
      this.onIssue(issue);
      return;
    }
    this.early.push(issue);
    if (this.early.length === 200) throw this.refusal();
  }

  private refusal(): NotThisFormat {
    const first = this.early?.[0];
    const found = first
      ? `line ${first.line} (${first.reason}) begins ${JSON.stringify(first.excerpt)}`
      : 'the file is empty';
    return new NotThisFormat(this.format, this.file, `expected ${this.expected}; ${found}`);
  }
}
