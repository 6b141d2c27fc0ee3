import { BUSINESS_KINDS, BUSINESS_RISKS, type BusinessRisk, RISK_WORDS } from './business-risk-data';
import { given } from './kyc-check';
import { phrasesOf, plainWords } from './phrases';
import type { ScoringModel } from './scoring-model';

export interface BusinessFinding {
  risk: BusinessRisk;
  /** which kind of business, such as `gambling`, or the tenant's own words */
  kind: string;
}

const kindByWord = new Map(BUSINESS_KINDS.flatMap((kind) => kind.words.map((word) => [word, kind] as const)));
const endings = new Set(RISK_WORDS.company_endings);

/**
 * The risk of a business or an occupation as described in free words. The tenant's own words go before the
 * built-in ones, and among them the longest phrase; among the built-in ones the gravest.
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

/** Whether a name ends as a company's does. */
export function isCompanyName(name: string): boolean {
  const last = plainWords(name).at(-1);
  return last !== undefined && (endings.has(last) || (last.endsWith('s') && endings.has(last.slice(0, -1))));
}

/** Among equal risks the kind that comes first in the data, so that the order of words does not matter. */
function isGraver(kind: BusinessFinding, than: BusinessFinding): boolean {
  const byRisk = BUSINESS_RISKS.indexOf(kind.risk) - BUSINESS_RISKS.indexOf(than.risk);
  return byRisk > 0 || (byRisk === 0 && placeOf(kind) < placeOf(than));
}

const placeOf = ({ kind }: BusinessFinding): number => BUSINESS_KINDS.findIndex((known) => known.kind === kind);

interface OwnWords {
  /** the longest first */
  phrases: (BusinessFinding & { phrase: string })[];
  /** number of words of the longest, at least that of the built-in ones */
  longest: number;
}
const prepared = new WeakMap<ScoringModel['business_words'], OwnWords>();

/** A model is prepared once; it is never changed. */
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
