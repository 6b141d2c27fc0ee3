import { readLines, words } from '@probity/platform/data-file';
import { foldSpelling } from './spelling';

/** Words that only join other words. */
const LINKS =
  'and the of for in at on by to und der die das des dem den fur von et le la les l de du d y el los las del da do dos das e il lo gli i della delle dei di al og och ve i na po dlya za s v o oe van het een a an imeni im';

/** Maps each word of a line to the first word of the line. All words are folded. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  readLines(`${__dirname}/data/business-words.txt`, words).flatMap((line) => {
    const folded = line.map(foldSpelling);
    return folded.map((word) => [word, folded[0]!] as const);
  }),
);

const LINK_WORDS: ReadonlySet<string> = new Set(LINKS.split(' '));

/** Returns the meaning of a common business word, as one word for all languages. Undefined for other words. */
export const businessMeaning = (folded: string): string | undefined => MEANINGS.get(folded);

export const isLinkWord = (text: string): boolean => LINK_WORDS.has(text);

const EVERYDAY_WORDS: ReadonlySet<string> = new Set(readLines(`${__dirname}/data/everyday-words.txt`, words).flat());

/** Whether a word, as it is spelled, is hardly a misspelled name of a list. */
export const isEverydayWord = (text: string): boolean => EVERYDAY_WORDS.has(text);
