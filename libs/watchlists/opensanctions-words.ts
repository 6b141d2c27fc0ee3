import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import { ListSchema } from '@probity/screening/list-entry';
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
  Vessel: 'Vessel',
  Airplane: 'Aircraft',
  Vehicle: 'Other',
  CryptoWallet: 'Wallet',
};

/** Returns the schema of the entry. Undefined for things that are not screened, such as addresses or documents. */
export function listSchema(schema: string): ListSchema | undefined {
  return Object.hasOwn(SCHEMATA, schema) ? SCHEMATA[schema] : undefined;
}

/**
 * Returns the reason for an entry. `sanction.linked` (only linked to a sanctioned party) and `sanction.counter`
 * (sanctioned in response to sanctions of another government) become `other`. Returns undefined for topics that only
 * describe the entry, such as `gov` or `fin.bank`.
 */
export function listTopic(topic: string): ListTopic | undefined {
  if (topic === 'sanction' || topic === 'asset.frozen') return 'sanction';
  if (topic === 'role.pep' || topic === 'role.rca') return 'pep';
  if (topic === 'wanted') return 'wanted';
  if (topic === 'crime' || topic.startsWith('crime.')) return 'crime';
  if (/^(?:sanction\.|debarment$|export\.|reg\.|corp\.disqual$|poi$|mare\.|forced\.labor$)/.test(topic)) return 'other';
  return undefined;
}

/**
 * Reads the country from a code such as `ru`, or from the code of a region such as `ua-cri` or `gb-sct`. Returns
 * undefined for a country that no longer exists, such as `suhh` (Soviet Union).
 */
export function countryOfList(code: string): string | undefined {
  const country = /^([a-z]{2})(?:-[a-z0-9]+)?$/i.exec(code.trim())?.[1]?.toUpperCase();
  return country !== undefined && isCountryCode(country) ? country : undefined;
}

/** Adds the country of a code. If the code is not the plain country code, also keeps it as a remark. */
export function addListCountry(draft: EntryDraft, code: string): void {
  const country = countryOfList(code);
  draft.addCountryCode(country);
  if (country?.toLowerCase() !== code.toLowerCase()) draft.addRemark('Country', code);
}
