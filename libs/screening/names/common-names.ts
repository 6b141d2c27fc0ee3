import { readLines, words } from '@probity/platform/data-file';
import { foldSpelling } from './spelling';

/** Names that very many people have. A match of such a name counts less than a match of a rare name. */
const COMMON: ReadonlySet<string> = new Set(
  readLines(`${__dirname}/data/common-names.txt`, words).flat().map(foldSpelling),
);

export const isCommonName = (folded: string): boolean => COMMON.has(folded);
