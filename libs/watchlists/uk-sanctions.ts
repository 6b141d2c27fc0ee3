import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { britishDate } from './birth-dates';
import { csvTable, TableLayout, TableRow } from './csv-table';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, MAX_RECORD, OnIssue } from './importer';
import { joined } from './names';
import { reportOdd } from './report-odd';
import { Room } from './room';

/**
 * The sanctions lists of the United Kingdom: the UK Sanctions List of the Foreign, Commonwealth and Development
 * Office, and the consolidated list (ConList.csv) of the Office of Financial Sanctions Implementation (OFSI). Both are
 * CSV. The first line has the date of the list, and the header follows. OFSI has other names for the columns.
 *
 * An entry has several rows, one for each name and address, with the same `Unique ID` (or `Group ID`). The rows of an
 * entry need not be adjacent. So all entries are held in memory, merged, and returned at the end of the file, in the
 * order of their first rows. The real lists have a few thousand entries. With more than 256 Mi characters of distinct
 * content, the import ends with `BrokenFile`.
 */

/** memory of an entry in addition to its content, in characters */
const ENTRY_COST = 2_000;

const LAYOUT: TableLayout = {
  format: 'uk-sanctions',
  file: 'list',
  headers: [
    ['Unique ID', 'Name 6', 'Name type', 'Designation Type'],
    ['Group ID', 'Name 6', 'Alias Type', 'Group Type'],
  ],
  preamble: 5,
  mayBeShort: true,
};

/** The names of each column in the two lists. */
const COLUMNS = {
  id: ['Unique ID', 'Group ID'],
  kind: ['Designation Type', 'Group Type'],
  nameType: ['Name type', 'Alias Type'],
  strength: ['Alias strength', 'Alias Quality'],
  nonLatin: ['Name non-latin script'],
  regime: ['Regime Name', 'Regime'],
  birth: ['D.O.B', 'DOB'],
  nationality: ['Nationality(/ies)', 'Nationality'],
  passport: ['Passport number'],
  passportNote: ['Passport additional information', 'Passport Details'],
  nationalId: ['National Identifier number', 'National Identification Number'],
  nationalIdNote: ['National Identifier additional information', 'National Identification Details'],
  addressCountry: ['Address Country', 'Country'],
  postcode: ['Address Postal Code', 'Post/Zip Code'],
  registration: ['Business registration number (s)'],
  imo: ['IMO number'],
  hull: ['Hull identification number (HIN)'],
  flag: ['Current believed flag of ship'],
  website: ['Website'],
  email: ['Email address'],
  gender: ['Gender'],
} satisfies Record<string, string[]>;

/** Columns that become remarks: the label of the remark, and the names of the column in the two lists. */
const REMARKS: [string, string[]][] = [
  ['Title', ['Title']],
  ['Position', ['Position']],
  ['Gender', ['Gender']],
  ['Type of entity', ['Type of entity']],
  ['Parent company', ['Parent company']],
  ['Subsidiaries', ['Subsidiaries']],
  ['Type of ship', ['Type of ship']],
  ['Owner or operator', ['Current owner/operator (s)']],
  ['Previous owner or operator', ['Previous owner/operator (s)']],
  ['Previous flags', ['Previous flags']],
  ['Tonnage', ['Tonnage of ship']],
  ['Length', ['Length of ship']],
  ['Year built', ['Year Built']],
  ['Phone', ['Phone number']],
  ['Sanctions', ['Sanctions Imposed']],
  ['Designated on', ['Date Designated', 'UK Sanctions List Date Designated']],
  ['UN reference', ['UN Reference Number']],
  ['OFSI group', ['OFSI Group ID']],
  ['', ['Other Information']],
  ['Reasons', ['UK Statement of Reasons']],
];

function first(row: TableRow, columns: string[]): string {
  for (const column of columns) {
    const text = row.cell(column);
    if (text !== '' && !/^n\/?a\.?$/i.test(text)) return text;
  }
  return '';
}

/** Splits `(1) Somewhere (2) Elsewhere` or `Somewhere|Elsewhere` into its parts. */
function several(text: string): string[] {
  return text
    .split(/\(\d{1,2}\)|\|/)
    .map((part) =>
      part
        .trim()
        .replace(/[.,;]$/, '')
        .trim(),
    )
    .filter((part) => part !== '');
}

function schemaOf(kind: string): ListSchema | undefined {
  switch (kind.toLowerCase()) {
    case 'individual':
      return 'Person';
    case 'entity':
      return 'Company';
    case 'ship':
      return 'Vessel';
    default:
      return undefined;
  }
}

function addNames(draft: EntryDraft, row: TableRow): void {
  const name = [1, 2, 3, 4, 5, 6].map((part) => first(row, [`Name ${part}`])).join(' ');
  const type = first(row, COLUMNS.nameType).toLowerCase();
  const weak = /^low/i.test(first(row, COLUMNS.strength));
  draft.addName(name, weak ? 'weak' : type === 'primary name' ? 'primary' : 'alias');
  draft.addName(first(row, COLUMNS.nonLatin));
}

function addAddress(draft: EntryDraft, row: TableRow): void {
  const country = first(row, COLUMNS.addressCountry);
  const lines = [1, 2, 3, 4, 5, 6].map((line) => first(row, [`Address Line ${line}`, `Address ${line}`]));
  draft.addRemark('Address', joined([...lines, first(row, COLUMNS.postcode), country]));
  several(country).forEach((each) => draft.addCountry(each));
}

function addRow(draft: EntryDraft, row: TableRow): void {
  addNames(draft, row);
  draft.addProgram(first(row, COLUMNS.regime));
  several(first(row, COLUMNS.birth)).forEach((text) => draft.addBirthDate(britishDate(text), text));
  draft.addRemark('Place of birth', joined([row.cell('Town of birth'), row.cell('Country of birth')]));
  several(first(row, COLUMNS.nationality)).forEach((each) => draft.addCountry(each));
  addAddress(draft, row);
  const identifiers: [string, string[]][] = [
    ['passport', COLUMNS.passport],
    ['national id', COLUMNS.nationalId],
    ['registration number', COLUMNS.registration],
    ['imo number', COLUMNS.imo],
    ['hull identification number', COLUMNS.hull],
    ['website', COLUMNS.website],
    ['email', COLUMNS.email],
  ];
  for (const [type, columns] of identifiers)
    several(first(row, columns)).forEach((each) => draft.addIdentifier(type, each));
  several(first(row, COLUMNS.flag)).forEach((each) => draft.addCountry(each));
  draft.addGender(first(row, COLUMNS.gender));
  for (const [label, columns] of REMARKS) draft.addRemark(label, first(row, columns));
  draft.addRemark('Note on a passport', first(row, COLUMNS.passportNote));
  draft.addRemark('Note on a national id', first(row, COLUMNS.nationalIdNote));
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const drafts = new Map<string, { draft: EntryDraft; line: number; text: string }>();
  const room = new Room('list');
  for await (const row of csvTable(files.list!, LAYOUT, onIssue)) {
    const malformed = (reason: string) =>
      onIssue({ file: 'list', line: row.line, kind: 'malformed', reason, excerpt: excerptOf(row.text) });
    const id = first(row, COLUMNS.id);
    if (id === '') {
      malformed('the row has neither a Unique ID nor a Group ID');
      continue;
    }
    let known = drafts.get(id);
    if (known === undefined) {
      const kind = first(row, COLUMNS.kind);
      const schema = schemaOf(kind);
      known = {
        draft: new EntryDraft(list, id, schema ?? 'Company').addTopic('sanction'),
        line: row.line,
        text: excerptOf(row.text),
      };
      if (schema === undefined)
        known.draft.addOddity('schema', `the type ${JSON.stringify(kind)} is unknown; the record is read as an entity`);
      drafts.set(id, known);
      room.take(ENTRY_COST, row.line);
    }
    const before = known.draft.size;
    if (before + row.text.length > MAX_RECORD) {
      malformed(`the entry ${id} has more than ${MAX_RECORD} characters; this row was left out`);
      continue;
    }
    addRow(known.draft, row);
    room.take(known.draft.size - before, row.line);
  }
  for (const { draft, line, text } of drafts.values()) {
    const entry = draft.finish();
    if (entry) {
      reportOdd(draft, { file: 'list', line, text }, onIssue);
      yield entry;
    } else
      onIssue({ file: 'list', line, kind: 'malformed', reason: `the entry ${draft.id} has no name`, excerpt: text });
  }
}

export const ukSanctions: Importer = {
  format: 'uk-sanctions',
  title: 'UK Sanctions List, or OFSI consolidated list (CSV)',
  files: [{ role: 'list', required: true, names: /^(?:uk[-_ ]?sanctions[-_ ]?list.*|conlist.*)\.csv$/i }],
  read,
};
