import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { isoDate } from './birth-dates';
import { separatedValues } from './csv-records';
import { csvTable, TableLayout, TableRow } from './csv-table';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, OnIssue } from './importer';
import { addListCountry, listSchema, listTopic } from './opensanctions-words';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';

/**
 * `targets.simple.csv` of OpenSanctions, with one row for each target. Several values in a column are separated by
 * semicolons. A value that contains a semicolon is in quotes.
 */

const LAYOUT: TableLayout = {
  format: 'opensanctions-targets',
  file: 'list',
  headers: [['id', 'schema', 'name']],
  preamble: 0,
  mayBeShort: false,
};

function values(row: TableRow, column: string): string[] {
  const text = row.cell(column);
  const parts = separatedValues(text, ';') ?? text.split(';');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * The file does not give a reason for an entry. An entry with a sanction gets that topic. Other entries get the
 * topic of their datasets, found by words in the titles of the datasets.
 */
function addTopics(draft: EntryDraft, row: TableRow): void {
  const named = values(row, 'topics').flatMap((topic) => listTopic(topic) ?? []);
  if (named.length > 0) {
    named.forEach((topic) => draft.addTopic(topic));
    return;
  }
  if (row.cell('sanctions') !== '' || row.cell('program_ids') !== '') {
    draft.addTopic('sanction');
    return;
  }
  const dataset = row.cell('dataset').toLowerCase();
  if (/\bpeps?\b|_peps?\b|politically exposed|parliament|congress|senate/.test(dataset)) draft.addTopic('pep');
  if (/wanted|red notice/.test(dataset)) draft.addTopic('wanted');
}

/** The file does not say what an identifier is. Of what is no person and no company, its form does. */
function identifierType(schema: ListSchema, value: string): string {
  if (schema === 'Wallet') return 'digital currency address';
  if (schema === 'Vessel' && /^(?:IMO)?\d{7}$/i.test(value)) return 'imo number';
  if (schema === 'Vessel' && /^\d{9}$/.test(value)) return 'mmsi';
  if (schema === 'Aircraft') return /[a-z]/i.test(value) ? 'aircraft tail number' : 'aircraft serial number';
  return 'identifier';
}

function addRow(draft: EntryDraft, row: TableRow): void {
  draft.addName(row.cell('name'), 'primary');
  values(row, 'aliases').forEach((alias) => draft.addName(alias));
  addTopics(draft, row);
  values(row, 'birth_date').forEach((text) => draft.addBirthDate(isoDate(text), text));
  values(row, 'countries').forEach((code) => addListCountry(draft, code));
  values(row, 'identifiers').forEach((value) => draft.addIdentifier(identifierType(draft.schema, value), value));
  values(row, 'emails').forEach((email) => draft.addIdentifier('email', email));
  const programs = values(row, 'program_ids');
  const sanctions = values(row, 'sanctions');
  (programs.length > 0 ? programs : sanctions).forEach((program) => draft.addProgram(program));
  if (programs.length > 0) sanctions.forEach((sanction) => draft.addRemark('Sanction', sanction));
  values(row, 'addresses').forEach((address) => draft.addRemark('Address', address));
  values(row, 'phones').forEach((phone) => draft.addRemark('Phone', phone));
  values(row, 'dataset').forEach((dataset) => draft.addRemark('Dataset', dataset));
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const seen = new SeenIds();
  for await (const row of csvTable(files.list!, LAYOUT, onIssue)) {
    const report = (kind: 'malformed' | 'skipped', reason: string) =>
      onIssue({ file: 'list', line: row.line, kind, reason, excerpt: excerptOf(row.text) });
    const id = row.cell('id');
    const schema = listSchema(row.cell('schema'));
    if (id === '') report('malformed', 'the record has no id');
    else if (schema === undefined)
      report('skipped', `${row.cell('schema') || 'no schema'}: this kind of record is not screened`);
    else {
      const draft = new EntryDraft(list, id, schema);
      addRow(draft, row);
      const entry = draft.finish();
      if (!entry) report('malformed', 'the record has no name');
      else if (!seen.add(id)) report('malformed', `the id ${excerptOf(id)} is duplicated; the first record was kept`);
      else {
        reportOdd(draft, { file: 'list', line: row.line, text: row.text }, onIssue);
        yield entry;
      }
    }
  }
}

export const openSanctionsTargets: Importer = {
  format: 'opensanctions-targets',
  title: 'OpenSanctions targets (targets.simple.csv)',
  files: [{ role: 'list', required: true, names: /(?:^|[-_. ])targets\.simple\.csv$/i }],
  read,
};
