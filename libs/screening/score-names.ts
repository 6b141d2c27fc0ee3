import { comparePrepared } from './comparing/compare-prepared';
import { rounded, type NameComparison } from './comparing/comparison';
import { prepareCompany } from './names/prepare-company';
import { preparePerson } from './names/prepare-person';

export const DEFAULT_THRESHOLD = 0.7;

export function scoreNames(
  schema: 'Person' | 'Company' | 'Unknown',
  name1: string,
  name2: string,
): { score: number; features: Record<string, number | string | boolean | null> } {
  let best: NameComparison | undefined;
  if (schema !== 'Company') best = comparePrepared(preparePerson(name1), preparePerson(name2));
  if (schema !== 'Person') {
    const asCompany = comparePrepared(prepareCompany(name1), prepareCompany(name2));
    if (!best || asCompany.score > best.score) best = asCompany;
  }
  return { score: rounded(best!.score), features: best!.features };
}
