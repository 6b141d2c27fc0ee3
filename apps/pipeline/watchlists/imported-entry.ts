import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { LIST_TOPICS } from '@probity/contracts/alerts/match-kind';
import { LIST_GENDERS, LIST_SCHEMAS } from '@probity/contracts/watchlists/views';
import { invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import type { ListEntry } from '@probity/screening/list-entry';
import type { ListedEntry } from '@probity/read-side/watchlists/stored-entry';
import { QUALITIES } from '@probity/watchlists/check-entry';

/** An entry whose JSON is longer was probably split wrongly from the file. EventStoreDB stores no longer events. */
const MAX_ENTRY_BYTES = 512 * 1024;

const Country = Type.String({ pattern: '^[A-Z]{2}$' });
const Text = Type.String({ minLength: 1 });
const strict = { additionalProperties: false };
const ImportedEntry = Type.Object(
  {
    list: Type.Optional(Type.String()),
    id: Type.String({ minLength: 1, maxLength: 255 }),
    schema: Type.Enum(LIST_SCHEMAS),
    topics: Type.Array(Type.Enum(LIST_TOPICS), { minItems: 1 }),
    names: Type.Array(Type.Object({ name: Text, quality: Type.Enum(QUALITIES) }, strict), { minItems: 1 }),
    birth_dates: Type.Array(Type.String({ pattern: '^[0-9]{4}(/[0-9]{4}|-[0-9]{2}(-[0-9]{2})?)?$' })),
    gender: Type.Optional(Type.Enum(LIST_GENDERS)),
    countries: Type.Array(Country),
    identifiers: Type.Array(Type.Object({ type: Text, value: Text, country: Type.Optional(Country) }, strict)),
    programs: Type.Array(Text),
    remarks: Type.Optional(Type.String()),
  },
  strict,
);
const check = Compile(ImportedEntry);

/**
 * Reads entries of an import. The importer has already parsed them; this rejects values that are not entries.
 *
 * @throws Refusal `invalid_entry`, naming the entry and the field, or `duplicate_entry` for a duplicate id
 */
export function readImportedEntries(list: string, given: unknown[]): ListedEntry[] {
  const places = new Map<string, number>();
  return given.map((raw, index) => {
    const path = `entries[${index}]`;
    const problem = freeFormProblem(raw, path) ?? shapeProblem(list, raw, path);
    if (problem !== undefined) throw invalid('invalid_entry', problem);
    const { list: _list, ...entry } = raw as ListEntry;
    const before = places.get(entry.id);
    if (before !== undefined) {
      throw invalid('duplicate_entry', `${path} has the id of entries[${before}]: "${entry.id}"`);
    }
    places.set(entry.id, index);
    return entry;
  });
}

function shapeProblem(list: string, raw: unknown, path: string): string | undefined {
  if (!check.Check(raw)) {
    const [error] = check.Errors(raw);
    const { id } = raw as { id?: unknown };
    const named = typeof id === 'string' ? ` ("${id.slice(0, 255)}")` : '';
    return `${path}${named}: ${error?.instancePath.slice(1).replaceAll('/', '.') ?? ''} ${error?.message ?? 'has another shape'}`;
  }
  if (raw.list !== undefined && raw.list !== list) return `${path} belongs to the list ${raw.list}, not to ${list}`;
  return Buffer.byteLength(JSON.stringify(raw)) > MAX_ENTRY_BYTES
    ? `${path} ("${raw.id}") has more than ${MAX_ENTRY_BYTES} bytes`
    : undefined;
}
