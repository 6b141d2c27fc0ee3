import { RISK_WORDS } from './business-risk-data';

/** The greatest number of words in a phrase of the built-in lists. */
const MAX_NAMED = 4;

/**
 * Returns the phrases of a text: every run of up to `longest` words, in lower case, without accents and punctuation. A
 * run whose last word ends in `s` is also returned without the `s`. A harmless phrase ends a run, so that "cash flow"
 * does not match "cash".
 */
export function phrasesOf(text: string, longest = MAX_NAMED): ReadonlySet<string> {
  const found = new Set<string>();
  for (const run of withoutHarmless(plainWords(text))) {
    for (let start = 0; start < run.length; start++) {
      let phrase = '';
      for (let end = start; end < Math.min(start + longest, run.length); end++) {
        phrase = phrase === '' ? run[end]! : `${phrase} ${run[end]}`;
        found.add(phrase);
        if (phrase.endsWith('s')) found.add(phrase.slice(0, -1));
      }
    }
  }
  return found;
}

/** Returns the words of a text in lower case, without accents and punctuation. */
export function plainWords(text: string): string[] {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the first phrase of the list that occurs in the text. */
export function phraseIn(text: string | undefined, phrases: readonly string[]): string | undefined {
  if (text === undefined || text === '') return undefined;
  const found = phrasesOf(text);
  return phrases.find((phrase) => found.has(phrase));
}

/** Harmless phrases have two words. */
const harmless = new Set(RISK_WORDS.harmless_phrases);

function withoutHarmless(words: string[]): string[][] {
  const runs: string[][] = [[]];
  for (let at = 0; at < words.length; at++) {
    if (harmless.has(`${words[at]} ${words[at + 1]}`)) {
      runs.push([]);
      at++;
    } else {
      runs.at(-1)!.push(words[at]!);
    }
  }
  return runs;
}
