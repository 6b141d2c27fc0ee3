import { readLines, words } from '@probity/platform/data-file';

const SPECIAL_USE = new Set(readLines(`${__dirname}/data/special-use-names.txt`, words).flat());

export const isSpecialUse = (topLevelName: string): boolean => SPECIAL_USE.has(topLevelName);
