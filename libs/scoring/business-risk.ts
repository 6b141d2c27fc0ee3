import { BUSINESS_KINDS, BUSINESS_RISKS, type BusinessRisk, RISK_WORDS } from './business-risk-data';
import { given } from './kyc-check';
import { phrasesOf, plainWords } from './phrases';
import type { ScoringModel } from './scoring-model';

export interface BusinessFinding {
  risk: BusinessRisk;
  /** kind of business, such as `gambling`, or the tenant's own words */
  kind: string;
}

const kindByWord = new Map(BUSINESS_KINDS.flatMap((kind) => kind.words.map((word) => [word, kind] as const)));
const endings = new Set(RISK_WORDS.company_endings);

/**
 * Returns the risk of a business or an occupation that is described in free text. If the text has words of the tenant,
 * the longest of these phrases decides. Otherwise the built-in phrase with the highest risk decides.
 */
export function businessRisk(
  texts: (string | undefined)[],
  model: Pick<ScoringModel, 'business_words'>,
): BusinessFinding {
  const described = texts.filter(given);
  if (described.length === 0) return { risk: 'standard', kind: '' };
  const own = ownWords(model.business_words);
  const found = described.map((text) => phrasesOf(text, own.longest));
  const ownPhrase = own.phrases.find(({ phrase }) => found.some((phrases) => phrases.has(phrase)));
  if (ownPhrase) return ownPhrase;
  let gravest: BusinessFinding = { risk: 'standard', kind: '' };
  for (const phrases of found) {
    for (const phrase of phrases) {
      const kind = kindByWord.get(phrase);
      if (kind && isGraver(kind, gravest)) gravest = { risk: kind.risk, kind: kind.kind };
    }
  }
  return gravest;
}

/** Returns whether the last word of a name is typical of companies. */
export function isCompanyName(name: string): boolean {
  const last = plainWords(name).at(-1);
  return last !== undefined && (endings.has(last) || (last.endsWith('s') && endings.has(last.slice(0, -1))));
}

/** Of two kinds with equal risk, the first in the data is graver, so that the order of words does not matter. */
function isGraver(kind: BusinessFinding, than: BusinessFinding): boolean {
  const byRisk = BUSINESS_RISKS.indexOf(kind.risk) - BUSINESS_RISKS.indexOf(than.risk);
  return byRisk > 0 || (byRisk === 0 && placeOf(kind) < placeOf(than));
}

const placeOf = ({ kind }: BusinessFinding): number => BUSINESS_KINDS.findIndex((known) => known.kind === kind);

interface OwnWords {
  /** longest first */
  phrases: (BusinessFinding & { phrase: string })[];
  /** number of words of the longest phrase, at least that of the built-in phrases */
  longest: number;
}
const prepared = new WeakMap<ScoringModel['business_words'], OwnWords>();

/** Prepares the words of a model once. Models never change. */
function ownWords(words: ScoringModel['business_words']): OwnWords {
  const known = prepared.get(words);
  if (known) return known;
  const phrases = Object.entries(words)
    .map(([kind, risk]) => ({ kind, risk, phrase: plainWords(kind).join(' ') }))
    .filter(({ phrase }) => phrase !== '')
    .sort((a, b) => b.phrase.length - a.phrase.length || (a.kind < b.kind ? -1 : 1));
  const longest = Math.max(4, ...phrases.map(({ phrase }) => phrase.split(' ').length));
  const own = { phrases, longest };
  prepared.set(words, own);
  return own;
}
