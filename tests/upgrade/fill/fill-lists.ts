import { randomUUID } from 'node:crypto';
import type { Api } from '../../../testing/api';
import { DECISION, expecting, type FilledTenant } from './scene';

/** Returns an invented entry of a shared list, in the format of an import. */
const listed = (id: string, name: string, changes: object = {}): object => ({
  id,
  schema: 'Person',
  names: [{ name, quality: 'primary' }],
  topics: ['sanction'],
  birth_dates: ['1958/1962'],
  countries: ['BZ'],
  identifiers: [{ type: 'passport', value: `P${id}`, country: 'BZ' }],
  programs: ['TEST'],
  remarks: 'invented',
  ...changes,
});

export const SHARED_LIST = 'invented-sdn';
/** A name on the shared list. */
export const SHARED_NAME = 'Quodvult Exemplarius';
export const UNFINISHED_LIST = 'invented-unfinished';

/** Imports two versions of a shared list. The second adds, changes and removes an entry. */
export async function fillSharedList(backOffice: Api): Promise<void> {
  const first = Array.from({ length: 12 }, (_, n) => listed(String(n), `Specimen Nomen${String.fromCharCode(97 + n)}`));
  await importVersion(backOffice, [...first, listed('12', SHARED_NAME)]);
  const changed = listed('1', 'Specimen Alterum', { schema: 'Company', topics: ['crime', 'adverse-media'] });
  await importVersion(backOffice, [
    ...first.slice(2),
    changed,
    listed('12', SHARED_NAME),
    listed('13', 'Образец Тестова', { topics: ['pep'], birth_dates: ['1962-03-17'] }),
  ]);
}

async function importVersion(backOffice: Api, entries: object[]): Promise<void> {
  const id = await beginImport(backOffice, SHARED_LIST, entries);
  const finish = `/watchlists/${SHARED_LIST}/imports/${id}/finish`;
  await expecting(200, backOffice.post(finish, { allow_removal: true, ...DECISION }));
}

/** Starts an import and sends entries, without finishing it. Returns the id of the import. */
export async function beginImport(backOffice: Api, list: string, entries?: object[]): Promise<string> {
  const begin = { format: 'ofac-sdn', import_id: randomUUID() };
  const { import_id } = await expecting(201, backOffice.post(`/watchlists/${list}/imports`, begin));
  const batch = { entries: entries ?? [listed('1', 'Imperfecta Specimina')] };
  await expecting(200, backOffice.post(`/watchlists/${list}/imports/${import_id}/entries`, batch));
  return import_id as string;
}

/** Fills the tenant's own list: an entry with every field, entries that customers match, a deleted entry. */
export async function fillOwnList(tenant: FilledTenant): Promise<void> {
  const entries = tenant.path('/watchlist-entries');
  const full = {
    id: 'full/é',
    schema: 'Company',
    names: ['Vacua Manus Societas', { name: 'Пустая рука', quality: 'alias' }, { name: 'VMS', quality: 'weak' }],
    topics: ['sanction', 'crime', 'wanted', 'adverse-media', 'other'],
    birth_dates: ['1962', '1962-03'],
    countries: ['RU', 'CU'],
    identifiers: [{ type: 'registration', value: '4711', country: 'RU' }],
    programs: ['Exit list'],
    remarks: 'left the bank',
  };
  await expecting(201, tenant.api.post(entries, full));
  await expecting(201, tenant.api.post(entries, { ...full, remarks: 'replaced once' }));
  const people = MATCHED_NAMES.map((name, index) => ({
    id: `person-${index}`,
    schema: 'Person',
    names: [tenant.own(name)],
    topics: [index === 0 ? 'pep' : 'sanction'],
  }));
  await expecting(201, tenant.api.post(entries, { entries: people }));
  await expecting(201, tenant.api.post(entries, { id: 'deleted', schema: 'Other', names: ['Gone Altogether'] }));
  await expecting(204, tenant.api.delete(`${entries}/deleted`));
}

/** Names on each tenant's own list. A word of the tenant is added to each. */
export const MATCHED_NAMES = [
  'Publicus Honoratus',
  'Dubius Apertus',
  'Gravis Ascensus',
  'Innoxius Absolutus',
  'Tractatus Perfectus',
  'Relatus Magistratui',
  'Certus Damnatus',
];
