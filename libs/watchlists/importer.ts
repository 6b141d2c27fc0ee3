import { ListEntry } from '@probity/screening/list-entry';

/**
 * A problem with one record.
 *
 * - `skipped`: the record was left out on purpose.
 * - `malformed`: the record has an error and was left out.
 * - `odd`: the record was kept. The reason says what is odd in it, and how it was read.
 */
export interface ImportIssue {
  /** the role of the file, such as `sdn` or `list` */
  file: string;
  /** the line on which the record begins, 1-based */
  line: number;
  kind: 'malformed' | 'skipped' | 'odd';
  /** the id of the entry, where the record has one */
  record?: string;
  /** the field of the entry that is odd, such as `birth_dates` */
  field?: string;
  reason: string;
  /** the first characters of the record, at most 120 */
  excerpt: string;
}

export type OnIssue = (issue: ImportIssue) => void;

/** The content of one file in chunks of any length. A chunk is bytes or decoded text. */
export type FileChunks = AsyncIterable<Buffer | string>;

/** The files by their role in `Importer.files`: `sdn`, `alt`, `add`, `comments`, or `list` for a single file. */
export interface ImporterFiles {
  [role: string]: FileChunks;
}

export type WatchlistFormat =
  | 'ofac-sdn'
  | 'ofac-xml'
  | 'ofac-advanced'
  | 'un-consolidated'
  | 'uk-sanctions'
  | 'uk-sanctions-xml'
  | 'eu-fsf'
  | 'seco'
  | 'opensanctions-targets'
  | 'followthemoney'
  | 'mapped-csv';

export interface ImporterFile {
  role: string;
  required: boolean;
  /** the file names by which the file is recognised in a folder */
  names: RegExp;
}

/**
 * Reads one format, entry by entry. Holds only one record in memory, unless the importer of the format says
 * otherwise.
 *
 * A malformed record is reported, and reading continues. Two errors end the import: `NotThisFormat` (the file has
 * another format) and `BrokenFile` (the file cannot be read to its end). After `BrokenFile`, the entries read so far
 * are not the whole list and must not become a new version of it.
 */
export interface Importer {
  format: WatchlistFormat;
  /** the name of the list and its format, for display */
  title: string;
  files: ImporterFile[];
  read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry>;
}

/** A record longer than this (bytes of a line, characters of an XML element) is reported and left out. */
export const MAX_RECORD = 1024 * 1024;

/** The file is not of this format: it is another kind of file, has another header, or is empty. */
export class NotThisFormat extends Error {
  constructor(
    readonly format: WatchlistFormat,
    /** role of the file */
    readonly file: string,
    /** what was expected, and what was found */
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

/** Returns the beginning of a record for an issue: one line of at most 120 characters. */
export function excerptOf(text: string): string {
  const oneLine = text
    .slice(0, 400)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return (oneLine.length > 120 ? `${oneLine.slice(0, 119)}…` : oneLine).toWellFormed();
}

/**
 * Reports the malformed records of one file. Also decides whether the file has the format: it does not if its first
 * two hundred records are all malformed. Until the first good record, issues are held back, because the file may
 * have another format.
 */
export class RecordJudge {
  private early: ImportIssue[] | undefined = [];

  constructor(
    private readonly format: WatchlistFormat,
    private readonly file: string,
    private readonly expected: string,
    private readonly onIssue: OnIssue,
  ) {}

  /** Call for a record that has the shape of the format. */
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

  /** Reports a record that was read in spite of an error. It does not count against the format. */
  odd(line: number, reason: string, text: string): void {
    const issue: ImportIssue = { file: this.file, line, kind: 'odd', reason, excerpt: excerptOf(text) };
    if (this.early === undefined) this.onIssue(issue);
    else if (this.early.length < 199) this.early.push(issue);
  }

  /**
   * Call at the end of the file.
   *
   * @throws NotThisFormat when no record was good, or the file is empty and `emptyIsFine` is false
   */
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
