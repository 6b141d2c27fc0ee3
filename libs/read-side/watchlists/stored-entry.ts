import type { ListEntry } from '@probity/screening/list-entry';
import { entryDigest } from '@probity/watchlists/entry-digest';

/** An entry without the name of its list, as commands and events carry it. */
export type ListedEntry = Omit<ListEntry, 'list'>;

/** An entry as its row holds it. `content` is the JSON of all but list and id. */
export interface StoredEntry {
  id: string;
  content: string;
  digest: string;
}

export function storedEntry(list: string, { id, ...content }: ListedEntry): StoredEntry {
  return { id, content: JSON.stringify(content), digest: entryDigest({ list, id, ...content }) };
}
