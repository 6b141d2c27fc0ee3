import { readLines, words } from '@probity/platform/data-file';
import { foldSpelling } from './spelling';

/** Names that very many people have. A match of such a name counts less than a match of a rare name. */
const COMMON: ReadonlySet<string> = new Set(
  readLines(`${__dirname}/data/common-names.txt`, words).flat().map(foldSpelling),
);

export const isCommonName = (folded: string): boolean => COMMON.has(folded);

/** Names that are right as they are, all common ones among them. */
const KNOWN: ReadonlySet<string> = new Set(
  ['common-names', 'known-names'].flatMap((file) => readLines(`${__dirname}/data/${file}.txt`, words).flat()),
);

/** Whether many people have a name, as it is spelled, so that it is hardly a misspelling of another one. */
export const isKnownName = (text: string): boolean => KNOWN.has(text);
