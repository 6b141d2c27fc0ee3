/** What a copy of a checkpoint outside of Probity is, and what it is good for. */
export interface CopyWords {
  name: string;
  proves: string;
}

const WORDS: Record<string, CopyWords> = {
  bucket: { name: 'storage', proves: 'It refuses to replace or delete the copy until a date.' },
  timestamp: { name: 'time stamp', proves: 'An authority confirms that the checkpoint existed at that time.' },
  witness: { name: 'witness', proves: 'Another organization checked that the log only grew, and signed it too.' },
};

/** A newer server may have kinds that this page does not know. */
export const copyWords = (kind: string): CopyWords => WORDS[kind] ?? { name: kind.replaceAll('_', ' '), proves: '' };
