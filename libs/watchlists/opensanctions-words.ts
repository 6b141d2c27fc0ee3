import { ListSchema, ListTopic } from '@probity/screening/list-entry';
import { isCountryCode } from './country-codes';
import type { EntryDraft } from './entry-draft';

/**
 * The vocabulary of OpenSanctions, which is that of FollowTheMoney: schemata, topics and country codes.
 * Source: the model at https://followthemoney.tech.
 */

const SCHEMATA: Record<string, ListSchema> = {
  Person: 'Person',
  LegalEntity: 'Company',
  Organization: 'Company',
  Company: 'Company',
  PublicBody: 'Company',
  Vessel: 'Other',
  Airplane: 'Other',
  Vehicle: 'Other',
  CryptoWallet: 'Other',
};

/** What an entry of this schema is about, or undefined when it is none that a customer could be. */
export function listSchema(schema: string): ListSchema | undefined {
  return Object.hasOwn(SCHEMATA, schema) ? SCHEMATA[schema] : undefined;
}

/**
 * The reason for an entry. An entry that is only linked to a sanctioned one, or that a government sanctioned in
 * return for the sanctions of another (`sanction.linked`, `sanction.counter`), is `other`.
 * Topics that only describe, such as `gov` or `fin.bank`, are no reason; for them it returns undefined.
 */
export function listTopic(topic: string): ListTopic | undefined {
  if (topic === 'sanction' || topic === 'asset.frozen') return 'sanction';
  if (topic === 'role.pep' || topic === 'role.rca') return 'pep';
  if (topic === 'wanted') return 'wanted';
  if (topic === 'crime' || topic.startsWith('crime.')) return 'crime';
  if (/^(?:sanction\.|debarment$|export\.|reg\.|corp\.disqual$|poi$|mare\.|forced\.labor$)/.test(topic)) return 'other';
  return undefined;
}

/** From `ru`, or from a part of a country such as `ua-cri` or `gb-sct`; undefined for what is gone, such as `suhh`. */
function listCountry(code: string): string | undefined {
  const country = /^([a-z]{2})(?:-[a-z0-9]+)?$/i.exec(code.trim())?.[1]?.toUpperCase();
  return country !== undefined && isCountryCode(country) ? country : undefined;
}

/** Adds the country of a code. What the code says beyond that is kept as a remark. */
export function addListCountry(draft: EntryDraft, code: string): void {
  const country = listCountry(code);
  draft.addCountryCode(country);
  if (country?.toLowerCase() !== code.toLowerCase()) draft.addRemark('Country', code);
}
