import type { EntryDraft } from './entry-draft';
import { excerptOf, OnIssue } from './importer';

/** The place of a record in its file. */
export interface RecordPlace {
  /** role of the file */
  file: string;
  /** the line on which the record begins, 1-based */
  line: number;
  /** the unchanged text of the record */
  text: string;
}

/** Reports what is odd in a record that became an entry. */
export function reportOdd(draft: EntryDraft, { file, line, text }: RecordPlace, onIssue: OnIssue): void {
  for (const { field, reason } of draft.odd) {
    onIssue({ file, line, kind: 'odd', record: draft.id, field, reason, excerpt: excerptOf(text) });
  }
}
