import { readLines, words } from '@probity/platform/data-file';
import { isEverydayWord } from './business-words';

const WORDS: ReadonlySet<string> = new Set(readLines(`${__dirname}/data/payment-words.txt`, words).flat());

/** Whether a word, as it is spelled, is common in payments. A name of such words alone is not searched in texts. */
export const isPaymentWord = (text: string): boolean => WORDS.has(text) || isEverydayWord(text);
