import { createHash } from 'node:crypto';
import { LIST_TOPICS } from '@probity/contracts/alerts/match-kind';
import {
  MAX_ID_LENGTH,
  MAX_IDENTIFIERS,
  MAX_NAME_LENGTH,
  MAX_NAMES,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
} from '@probity/contracts/watchlists/limits';
import { LIST_GENDERS, LIST_SCHEMAS } from '@probity/contracts/watchlists/views';
import { canonicalJson } from '@probity/platform/canonical-json';
import { isObject } from '@probity/platform/is-object';
import { isLongerThan, textProblem } from '@probity/platform/text';
import { Identifier, ListEntry, ListName, NameQuality } from '@probity/screening/list-entry';
import { dateOf } from './birth-dates';
import { isCountryCode } from './country-codes';
import { aliasQuality, isName, plainText } from './names';

/** size of an entry as JSON in UTF-8 */
const MAX_ENTRY_BYTES = 16 * 1024;

const FIELDS = 'id schema topics names birth_dates gender countries identifiers programs remarks'.split(' ');
export const QUALITIES: NameQuality[] = ['primary', 'alias', 'weak'];
const MAX_PROBLEMS = 20;

/** A checked entry; the caller adds the list. */
export type PostedEntry = Omit<ListEntry, 'list'>;

/** Collects the problems of an entry. Each problem begins with the path of its field. */
class Problems {
  readonly all: string[] = [];

  add(path: string, problem: string): undefined {
    if (this.all.length < MAX_PROBLEMS) this.all.push(`${path} ${problem}`);
    else if (this.all.length === MAX_PROBLEMS) this.all.push('there are more problems');
    return undefined;
  }

  /** Returns the value as plain text on one line. Returns undefined and adds a problem if it is not a valid text. */
  text(value: unknown, path: string, length: number): string | undefined {
    if (typeof value !== 'string') return this.add(path, 'must be a string');
    const problem = textProblem(value);
    if (problem) return this.add(path, problem);
    if (isLongerThan(length, value)) return this.add(path, `must be at most ${length} characters long`);
    const text = plainText(value);
    return isName(text) ? text : this.add(path, 'must have at least one letter or digit');
  }

  oneOf<T extends string>(value: unknown, path: string, allowed: readonly T[]): T | undefined {
    return allowed.find((each) => each === value) ?? this.add(path, `must be one of ${allowed.join(', ')}`);
  }

  /** Adds a problem for each unknown field. Shortens the names of the fields, because they can be of any length. */
  unknownFields(object: object, path: string, known: string[]): void {
    for (const field of Object.keys(object)) {
      if (known.includes(field)) continue;
      const name = field.slice(0, 60).toWellFormed();
      this.add(`${path}${name}`, `is not a known field; the fields are ${known.join(', ')}`);
      if (this.all.length > MAX_PROBLEMS) return;
    }
  }

  /** Reads each item of a list. An absent list is empty. */
  list<T>(value: unknown, path: string, limit: number, read: (each: unknown, path: string) => T | undefined): T[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.add(path, 'must be a list');
      return [];
    }
    if (value.length > limit) {
      this.add(path, `must have at most ${limit} items`);
      return [];
    }
    return value.flatMap((each, at) => read(each, `${path}[${at}]`) ?? []);
  }
}

type ReadItem<Item> = (value: unknown, path: string, problems: Problems) => Item | undefined;

interface PostedName {
  name: string;
  quality: NameQuality | undefined;
}

function readName(value: unknown, path: string, problems: Problems): PostedName | undefined {
  if (!isObject(value)) {
    if (typeof value !== 'string') return problems.add(path, 'must be a string, or an object with name and quality');
    const name = problems.text(value, path, MAX_NAME_LENGTH);
    return name === undefined ? undefined : { name, quality: undefined };
  }
  problems.unknownFields(value, `${path}.`, ['name', 'quality']);
  const name = problems.text(value.name, `${path}.name`, MAX_NAME_LENGTH);
  const quality = value.quality === undefined ? undefined : problems.oneOf(value.quality, `${path}.quality`, QUALITIES);
  return name === undefined ? undefined : { name, quality };
}

/** Puts the primary name first: the name with that quality, else the first name, which then must have no quality. */
function namesInOrder(posted: PostedName[], problems: Problems): ListName[] {
  const primaries = posted.filter(({ quality }) => quality === 'primary');
  if (primaries.length > 1) problems.add('names', 'must have one name whose quality is primary, not several');
  const primary = primaries[0] ?? posted[0];
  if (primary === undefined) return [];
  if (primary.quality !== 'primary' && primary.quality !== undefined) {
    problems.add('names', 'must have one name whose quality is primary');
  }
  const names = new Map<string, ListName>([[primary.name, { name: primary.name, quality: 'primary' }]]);
  for (const { name, quality } of posted) {
    if (!names.has(name)) names.set(name, { name, quality: quality ?? aliasQuality(name) });
  }
  return [...names.values()];
}

function readBirthDate(value: unknown, path: string, problems: Problems): string | undefined {
  const expected = 'must be a date such as 1962, 1962-03 or 1962-03-17, or a range of years such as 1958/1962';
  if (typeof value !== 'string') return problems.add(path, expected);
  const range = /^(\d{4})\/(\d{4})$/.exec(value);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return from < to && dateOf(from) && dateOf(to) ? value : problems.add(path, expected);
  }
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value)?.slice(1);
  const [year, month, day] = (parts ?? []).map((part) => (part === undefined ? undefined : Number(part)));
  return (year === undefined ? undefined : dateOf(year, month, day)) ?? problems.add(path, expected);
}

function readCountry(value: unknown, path: string, problems: Problems): string | undefined {
  const code = typeof value === 'string' && value.length === 2 ? value.toUpperCase() : '';
  return isCountryCode(code) ? code : problems.add(path, 'must be an ISO 3166-1 alpha-2 country code, such as DE');
}

function readIdentifier(value: unknown, path: string, problems: Problems): Identifier | undefined {
  if (!isObject(value)) return problems.add(path, 'must be an object with type and value, and country if it is known');
  problems.unknownFields(value, `${path}.`, ['type', 'value', 'country']);
  const type = problems.text(value.type, `${path}.type`, MAX_VALUE_LENGTH);
  const text = problems.text(value.value, `${path}.value`, MAX_VALUE_LENGTH);
  const country = value.country === undefined ? undefined : readCountry(value.country, `${path}.country`, problems);
  if (type === undefined || text === undefined) return undefined;
  return { type: type.toLowerCase(), value: text, ...(country && { country }) };
}

/**
 * Checks an entry that a tenant posts as JSON. The entry has the fields of `ListEntry`, but a name may be a plain
 * string, a country may be in lower case, and absent `topics` mean a sanction. An entry without an `id` gets one
 * that is derived from its content, so that posting the same content twice makes one entry.
 *
 * Returns the entry only when there are no problems. Each problem begins with the path of the field, such as
 * `identifiers[2].value must be a string`. At most twenty problems are listed.
 */
export function checkEntry(input: unknown): { entry?: PostedEntry; problems: string[] } {
  if (!isObject(input)) return { problems: ['the entry must be a JSON object'] };
  const problems = new Problems();
  problems.unknownFields(input, '', FIELDS);

  const id = input.id === undefined ? undefined : problems.text(input.id, 'id', MAX_ID_LENGTH);
  const schema = problems.oneOf(input.schema, 'schema', LIST_SCHEMAS);
  if (input.names === undefined) problems.add('names', 'is required');
  const list = <Item>(field: string, limit: number, read: ReadItem<Item>): Item[] =>
    problems.list(input[field], field, limit, (each, path) => read(each, path, problems));
  const posted = list('names', MAX_NAMES, readName);
  if (Array.isArray(input.names) && input.names.length === 0) problems.add('names', 'must have at least one name');
  const names = namesInOrder(posted, problems);
  const topics =
    input.topics === undefined
      ? ['sanction' as const]
      : list('topics', LIST_TOPICS.length, (each, path) => problems.oneOf(each, path, LIST_TOPICS));
  if (Array.isArray(input.topics) && input.topics.length === 0) problems.add('topics', 'must have at least one topic');
  const birthDates = list('birth_dates', MAX_VALUES, readBirthDate);
  const gender = input.gender === undefined ? undefined : problems.oneOf(input.gender, 'gender', LIST_GENDERS);
  const countries = list('countries', MAX_VALUES, readCountry);
  const identifiers = list('identifiers', MAX_IDENTIFIERS, readIdentifier);
  const programs = list('programs', MAX_VALUES, (each, path) => problems.text(each, path, MAX_VALUE_LENGTH));
  const remarks = input.remarks === undefined ? undefined : problems.text(input.remarks, 'remarks', MAX_ENTRY_BYTES);

  if (problems.all.length > 0 || schema === undefined) return { problems: problems.all };
  const content = {
    schema,
    topics: [...new Set(topics)],
    names,
    birth_dates: [...new Set(birthDates)],
    ...(gender !== undefined && { gender }),
    countries: [...new Set(countries)],
    identifiers,
    programs: [...new Set(programs)],
    ...(remarks !== undefined && { remarks }),
  };
  const entry = { id: id ?? contentId(content), ...content };
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes > MAX_ENTRY_BYTES) {
    problems.add('the entry', `must be at most ${MAX_ENTRY_BYTES} bytes of JSON; it has ${bytes}`);
    return { problems: problems.all };
  }
  return { entry, problems: [] };
}

function contentId(content: Omit<PostedEntry, 'id'>): string {
  return `entry-${createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 24)}`;
}
