import { labelled, readLines, readLists } from '@probity/platform/data-file';

export const BUSINESS_RISKS = ['standard', 'elevated', 'high'] as const;
export type BusinessRisk = (typeof BUSINESS_RISKS)[number];

export interface BusinessKind {
  kind: string;
  risk: BusinessRisk;
  words: readonly string[];
}

export const BUSINESS_KINDS: readonly BusinessKind[] = readLines(
  `${__dirname}/data/business-kinds.txt`,
  (line): BusinessKind => {
    const { label, items } = labelled(line);
    const risk = BUSINESS_RISKS.find((risk) => label.endsWith(` (${risk})`));
    if (!risk) throw new Error(`"${label}" must end with its risk in brackets, one of ${BUSINESS_RISKS.join(', ')}`);
    return { kind: label.slice(0, label.lastIndexOf(' (')), risk, words: items };
  },
);

/** Comments in the file explain each list. */
export const RISK_WORDS = readLists(`${__dirname}/data/risk-words.txt`, [
  'opaque_legal_forms',
  'harmless_phrases',
  'public_bodies',
  'negations',
  'unprovable_funds',
  'occupations_without_income',
  'company_endings',
]);
