import { readLines, words } from '@probity/platform/data-file';
import { foldSpelling } from './spelling';

/** That two people share a name that very many people bear says less than that they share a rare one. */
const COMMON: ReadonlySet<string> = new Set(
  readLines(`${__dirname}/data/common-names.txt`, words).flat().map(foldSpelling),
);

export const isCommonName = (folded: string): boolean => COMMON.has(folded);
