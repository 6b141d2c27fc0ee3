import type { ListEntry } from '@probity/screening/list-entry';
import { entryDigest } from '@probity/watchlists/entry-digest';

/** An entry as commands and events contain it: without the name of its list. */
export type ListedEntry = Omit<ListEntry, 'list'>;

/** An entry as its row contains it. `content` is the JSON of all fields except the list and the id. */
export interface StoredEntry {
  id: string;
  content: string;
  digest: string;
}

export function storedEntry(list: string, { id, ...content }: ListedEntry): StoredEntry {
  return { id, content: JSON.stringify(content), digest: entryDigest({ list, id, ...content }) };
}
