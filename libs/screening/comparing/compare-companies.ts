import type { NameToken, PreparedName } from '../names/prepared-name';
import { BRACKET_MARK } from '../names/prepared-name';
import { allowance, MOST_ALLOWED, rounded, takenOff, type NameComparison } from './comparison';
import { editCost, SPELLING } from './edit-cost';
import { has, pairTokens } from './pair-tokens';

const AT_ALLOWANCE = 0.3;
const CONFLICT = 0.4;
/** No word that is extra costs less for its weight, see `extraCost`. */
const LEAST_FOR_EXTRA_WEIGHT = 0.35;
const NO_NAME = 0.35;
const LEAST_WITHOUT_NAME = 0.6;

export function compareCompanies(a: PreparedName, b: PreparedName): NameComparison {
  const byWords = compareWords(a, b);
  const whole = compareWhole(a, b);
  return whole && whole.score > byWords.score ? whole : byWords;
}

function extraCost(token: NameToken, mark: number): number {
  const bracket = (mark & BRACKET_MARK) !== 0 ? 0.6 : 1;
  switch (token.kind) {
    case 'region':
      return 0.2 * bracket;
    case 'place':
      return 0.35 * bracket;
    case 'number':
      return 0.32 * bracket;
    case 'business':
      return token.meaning === 'grup' || token.meaning === 'holdink' ? 0.15 : 0.32 * bracket;
    default:
      return 0.35 * bracket;
  }
}

function formTerm(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (a.some((form) => b.includes(form))) return 0;
  const nonprofit = a.includes('nonprofit') !== b.includes('nonprofit');
  return nonprofit ? 0.32 : 0.04;
}

/** The most that a comparison can reach in which words of so much weight are extra and so many letters are wrong. */
export const bestCompanyScore = (extraWeight: number, edits: number): number =>
  1 - LEAST_FOR_EXTRA_WEIGHT * Math.max(0, extraWeight) - (AT_ALLOWANCE * edits) / MOST_ALLOWED;

function compareWords(a: PreparedName, b: PreparedName): NameComparison {
  const { pairs, leftOnly, rightOnly } = pairTokens(a, b);
  let edits = 0;
  let letters = 0;
  let matched = 0;
  let named = 0;
  for (const { left, leftWords, right, rightWords, cost } of pairs) {
    edits += cost;
    letters += Math.max(sizeOf(a, left, leftWords), sizeOf(b, right, rightWords));
    matched += a.tokens[left]!.weight;
    if (a.tokens[left]!.kind === 'name' || b.tokens[right]!.kind === 'name') named++;
  }
  const extra = extraTerm(a, leftOnly) + extraTerm(b, rightOnly);
  const conflict = leftOnly !== 0 && rightOnly !== 0 ? CONFLICT : 0;
  const form = formTerm(a.forms, b.forms);
  const noName = named === 0 && extra > 0 && matched < LEAST_WITHOUT_NAME;
  const editTerm = edits === 0 ? 0 : (AT_ALLOWANCE * edits) / allowance(letters);
  let score = 1 - editTerm - extra - conflict - form;
  if (noName) score -= NO_NAME;
  if (pairs.length === 0) score = 0;
  return {
    score: Math.max(0, Math.min(1, score)),
    features: {
      compared: 'words of a company',
      words_paired: pairs.length,
      edits: rounded(edits),
      edits_term: takenOff(editTerm),
      extra_words_term: takenOff(extra),
      conflict_term: takenOff(conflict),
      legal_form_term: takenOff(form),
      only_common_words: noName,
    },
  };
}

function sizeOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? tokens[at]!.text.length : tokens[at]!.text.length + tokens[at + 1]!.text.length;
}

function extraTerm({ tokens, marks }: PreparedName, left: number): number {
  let term = 0;
  for (let i = 0; i < tokens.length; i++) if (has(left, i)) term += extraCost(tokens[i]!, marks[i]!);
  return term;
}

function compareWhole(a: PreparedName, b: PreparedName): NameComparison | undefined {
  if (a.tokens.length === b.tokens.length && a.compact !== b.compact) return undefined;
  const letters = Math.min(a.compact.length, b.compact.length);
  if (Math.abs(a.compact.length - b.compact.length) > 3) return undefined;
  if (a.compact.replace(/[a-z]/g, '') !== b.compact.replace(/[a-z]/g, '')) return undefined;
  const limit = allowance(letters) * 1.2;
  const edits = editCost(a.compact, b.compact, limit, SPELLING);
  if (edits === Infinity) return undefined;
  const form = formTerm(a.forms, b.forms);
  const score = 1 - 0.02 - (AT_ALLOWANCE * edits) / allowance(letters) - form;
  return {
    score: Math.max(0, score),
    features: { compared: 'whole name of a company', edits: rounded(edits), legal_form: form },
  };
}
