import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { csvRecords, CsvRecord } from './csv-records';
import { EntryDraft } from './entry-draft';
import { excerptOf, FileChunks, Importer, ImporterFiles, OnIssue, RecordJudge } from './importer';
import { joined, naturalOrder } from './names';
import { readRemarks } from './ofac-remarks';
import { reportOdd } from './report-odd';
import { Room } from './room';
import { SeenIds } from './seen-ids';

/**
 * OFAC's list of Specially Designated Nationals as CSV files without a header. OFAC's
 * consolidated list has the same files, called cons_prim.csv, cons_alt.csv, cons_add.csv and cons_comments.csv:
 *
 * - sdn.csv: number, name, type, programmes, title, call sign, vessel type, tonnage, gross tonnage, flag, owner,
 *   remarks
 * - alt.csv: number, number of the alias, type, name, remarks
 * - add.csv: number, number of the address, address, city, country, remarks
 * - sdn_comments.csv: number, continuation of remarks that exceed the 1,000 characters of sdn.csv
 *
 * An empty value is written `-0-`.
 *
 * The three smaller files are held in memory, because their order is not guaranteed (they have about 170 bytes of
 * text for each entry). sdn.csv is read record by record. If the three files together have more than 256 Mi
 * characters, the import ends with `BrokenFile`.
 */

/** memory of a held row in addition to its text, in characters */
const ROW_COST = 400;
const COLUMNS = { sdn: 12, alt: 5, add: 6, comments: 2 };
type Role = keyof typeof COLUMNS;

/** A row of one of the smaller files. */
interface Held {
  line: number;
  text: string;
  fields: string[];
}

function value(field: string | undefined): string {
  const text = (field ?? '').trim();
  return /^-0-?$/.test(text) ? '' : text;
}

/** Reads the records that have the right number of columns and begin with a number. Reports the others. */
async function* numbered(chunks: FileChunks, role: Role, onIssue: OnIssue): AsyncGenerator<CsvRecord> {
  const judge = new RecordJudge(
    'ofac-sdn',
    role,
    `${COLUMNS[role]} columns without a header; the first column must be a number`,
    onIssue,
  );
  for await (const record of csvRecords(chunks, role, (line, reason, text, kept) =>
    judge[kept ? 'odd' : 'malformed'](line, reason, text),
  )) {
    const { fields, line, text } = record;
    if (fields.length !== COLUMNS[role]) {
      judge.malformed(line, `the record has ${fields.length} columns instead of ${COLUMNS[role]}`, text);
    } else if (!/^\d{1,12}$/.test(fields[0]!.trim())) {
      judge.malformed(line, 'the first column is not the number of an entry', text);
    } else {
      fields[0] = String(Number(fields[0]));
      judge.good();
      yield record;
    }
  }
  judge.end(role !== 'sdn');
}

async function hold(files: ImporterFiles, role: Role, room: Room, onIssue: OnIssue): Promise<Map<string, Held[]>> {
  const held = new Map<string, Held[]>();
  const chunks = files[role];
  if (chunks === undefined) return held;
  for await (const { fields, line, text } of numbered(chunks, role, onIssue)) {
    room.take(text.length + ROW_COST, line);
    const known = held.get(fields[0]!);
    if (known) known.push({ line, text, fields });
    else held.set(fields[0]!, [{ line, text, fields }]);
  }
  return held;
}

function schemaOf(type: string): ListSchema | undefined {
  if (type === 'individual') return 'Person';
  if (type === '' || type === 'entity') return 'Company';
  if (type === 'vessel') return 'Vessel';
  return type === 'aircraft' ? 'Aircraft' : undefined;
}

function take(held: Map<string, Held[]>, id: string): Held[] {
  const rows = held.get(id) ?? [];
  held.delete(id);
  return rows;
}

/** Joins the remarks of sdn.csv with their continuations. Restores a space that was lost if the cut was at a space. */
function wholeRemarks(remarks: string, comments: Held[]): string {
  return comments.reduce(
    (text, { fields }) => text + (text.length < 1000 && text !== '' ? ' ' : '') + fields[1]!,
    remarks,
  );
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const room = new Room('sdn');
  const comments = await hold(files, 'comments', room, onIssue);
  const aliases = await hold(files, 'alt', room, onIssue);
  const addresses = await hold(files, 'add', room, onIssue);
  const seen = new SeenIds();

  for await (const { fields, line, text } of numbered(files.sdn!, 'sdn', onIssue)) {
    const malformed = (reason: string) =>
      onIssue({ file: 'sdn', line, kind: 'malformed', reason, excerpt: excerptOf(text) });
    const [id = '', name, type, programs, title, callSign, vesselType, tonnage, gross, flag, owner, remarks] =
      fields.map(value);
    if (!seen.add(id)) {
      malformed(`the number ${id} is duplicated; the first record was kept`);
      continue;
    }
    const schema = schemaOf(type!.toLowerCase());

    const draft = new EntryDraft(list, id, schema ?? 'Company').addTopic('sanction');
    if (schema === undefined)
      draft.addOddity('schema', `the type ${JSON.stringify(type)} is unknown; the record is read as an entity`);
    const inOrder = (printed: string) => (draft.schema === 'Person' ? naturalOrder(printed) : printed);
    draft.addName(inOrder(name!), 'primary');
    programs!.split(/\]\s*\[/).forEach((program) => draft.addProgram(program.replace(/[[\]]/g, '')));
    for (const alias of take(aliases, id)) draft.addName(inOrder(value(alias.fields[3])));

    draft.addIdentifier('call sign', callSign!).addCountry(flag!);
    draft.addRemark('Title', title!).addRemark('Vessel type', vesselType!);
    draft.addRemark('Tonnage', tonnage!).addRemark('Gross tonnage', gross!).addRemark('Owner', owner!);
    const whole = wholeRemarks(remarks!, take(comments, id));
    readRemarks(draft, whole);
    draft.addRemark('', whole.replace(/\.$/, ''));
    for (const address of take(addresses, id)) {
      const [, , street, city, country] = address.fields.map(value);
      draft.addRemark('Address', joined([street!, city!, country!])).addCountry(country!);
    }

    const entry = draft.finish();
    if (entry) {
      reportOdd(draft, { file: 'sdn', line, text }, onIssue);
      yield entry;
    } else malformed('the record has no name');
  }

  for (const [file, held] of [
    ['comments', comments],
    ['alt', aliases],
    ['add', addresses],
  ] as const) {
    for (const { line, text, fields } of [...held.values()].flat()) {
      const reason = `the number ${fields[0]} is not in sdn.csv`;
      onIssue({ file, line, kind: 'malformed', reason, excerpt: excerptOf(text) });
    }
  }
}

export const ofacSdn: Importer = {
  format: 'ofac-sdn',
  title: 'OFAC SDN or consolidated list (CSV)',
  files: [
    { role: 'sdn', required: true, names: /^(?:sdn|cons_prim)\.csv$/i },
    { role: 'alt', required: false, names: /^(?:cons_)?alt\.csv$/i },
    { role: 'add', required: false, names: /^(?:cons_)?add\.csv$/i },
    { role: 'comments', required: false, names: /^(?:sdn|cons)_comments\.csv$/i },
  ],
  read,
};
