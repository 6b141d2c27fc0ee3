import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import { imoNumber } from '@probity/screening/imo-number';
import { Identifier, ListEntry, ListGender, ListName, ListSchema, NameQuality } from '@probity/screening/list-entry';
import { excerptOf } from './importer';
import { countryCode, isNoCountry } from './country-codes';
import { aliasQuality, isName, plainText } from './names';

/** Something in a record that the importer could not read as it stands. The entry keeps its text. */
export interface Oddity {
  /** the field of the entry that lacks it */
  field: keyof ListEntry;
  reason: string;
}

/** An entry reports at most this many oddities; the last one says that there are more. */
const MAX_ODD = 20;

const MORE = `the record has ${MAX_ODD} or more odd values; the first ${MAX_ODD - 1} are reported`;

const RANK: Record<NameQuality, number> = { weak: 0, alias: 1, primary: 2 };

/** Collects the data of one entry, in any order, and removes duplicates. */
export class EntryDraft {
  private readonly names = new Map<string, ListName>();
  private readonly birthDates = new Set<string>();
  private readonly genders = new Set<ListGender>();
  private readonly countries = new Set<string>();
  private readonly identifiers = new Map<string, Identifier>();
  private readonly programs = new Set<string>();
  private readonly topics = new Set<ListTopic>();
  private readonly remarks = new Set<string>();
  private readonly oddities: Oddity[] = [];
  private held = 0;

  constructor(
    readonly list: string,
    readonly id: string,
    public schema: ListSchema,
  ) {}

  /** Number of characters in the names, identifiers, programmes and remarks of the draft. */
  get size(): number {
    return this.held;
  }

  /** The name that was added first; empty when there is none. */
  get firstName(): string {
    return this.names.values().next().value?.name ?? '';
  }

  /** What is odd in the record, in the order in which it was found. */
  get odd(): readonly Oddity[] {
    return this.oddities;
  }

  /** Notes that a field could not be read as it stands. The caller keeps its text in another place of the entry. */
  addOddity(field: keyof ListEntry, reason: string): this {
    if (this.oddities.length < MAX_ODD) this.oddities.push({ field, reason });
    if (this.oddities.length === MAX_ODD) this.oddities[MAX_ODD - 1] = { field, reason: MORE };
    return this;
  }

  private keep(set: Set<string>, text: string): void {
    if (set.has(text)) return;
    set.add(text);
    this.held += text.length;
  }

  /** An alias of one short word counts as weak. If several names are added as primary, the first one is primary. */
  addName(text: string, quality: NameQuality = 'alias'): this {
    const name = plainText(text);
    if (!isName(name)) {
      if (name === '') return this;
      return this.addOddity('names', `${quoted(name)} has no letter; it is kept as a remark`).addRemark('Name', name);
    }
    const wanted = quality === 'alias' ? aliasQuality(name) : quality;
    const key = name.toLowerCase();
    const known = this.names.get(key);
    if (known === undefined) {
      this.names.set(key, { name, quality: wanted });
      this.held += name.length;
    } else if (RANK[wanted] > RANK[known.quality]) known.quality = wanted;
    return this;
  }

  /** `date` has a form of `ListEntry.birth_dates`. If it is undefined, the text of the list becomes a remark. */
  addBirthDate(date: string | undefined, printed: string): this {
    if (date === undefined) {
      const text = plainText(printed);
      if (text !== '') this.addOddity('birth_dates', `${quoted(text)} is not read as a date; it is kept as a remark`);
      return this.addRemark('Date of birth', printed);
    }
    this.birthDates.add(date);
    return this;
  }

  /** Reads a gender such as `Female`, `F` or `male`. Other words, and several genders, leave the entry without one. */
  addGender(text: string): this {
    const word = plainText(text).toLowerCase();
    if (word === 'f' || word === 'female') this.genders.add('female');
    if (word === 'm' || word === 'male') this.genders.add('male');
    return this;
  }

  /** Adds a country by its English name. A country without a code becomes a remark. */
  addCountry(words: string): this {
    const text = plainText(words);
    if (text === '' || isNoCountry(text)) return this;
    const code = countryCode(text);
    if (code === undefined) {
      this.addOddity('countries', `${quoted(text)} is the name of no country with a code; it is kept as a remark`);
      return this.addRemark('Country', text);
    }
    return this.addCountryCode(code);
  }

  /** `code` is an ISO 3166-1 alpha-2 code in upper case. Undefined is ignored. */
  addCountryCode(code: string | undefined): this {
    if (code !== undefined) this.countries.add(code);
    return this;
  }

  /** The issuing country also counts as a country of the entry, because the entry is a citizen or registered there. */
  addIdentifier(type: string, text: string, country?: string): this {
    const value = plainText(text);
    const comparable = value.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
    if (comparable.length < 2) {
      if (value === '') return this;
      this.addOddity('identifiers', `${quoted(value)} is too short for a ${type}; it is kept as a remark`);
      return this.addRemark(type, value).addCountryCode(country);
    }
    if (type === 'imo number' && imoNumber(value) === undefined)
      this.addOddity('identifiers', `${quoted(value)} is no valid IMO number; it is kept, and finds no vessel`);
    const key = `${type} ${comparable}`;
    const known = this.identifiers.get(key);
    if (known === undefined) {
      this.identifiers.set(key, { type, value, ...(country && { country }) });
      this.held += type.length + value.length;
    } else if (country) known.country ??= country;
    return this.addCountryCode(country);
  }

  addProgram(text: string): this {
    const program = plainText(text);
    if (program !== '') this.keep(this.programs, program);
    return this;
  }

  addTopic(topic: ListTopic): this {
    this.topics.add(topic);
    return this;
  }

  /** Adds `label: text`, or only the text if the label is empty. */
  addRemark(label: string, text: string): this {
    const remark = plainText(text);
    if (remark !== '') this.keep(this.remarks, label === '' ? remark : `${label}: ${remark}`);
    return this;
  }

  /** Returns undefined when the draft has no name, because screening compares names. */
  finish(): ListEntry | undefined {
    const names = [...this.names.values()];
    const first = names.findIndex((name) => name.quality === 'primary');
    const [primary] = names.splice(Math.max(first, 0), 1);
    if (primary === undefined) return undefined;
    const [gender] = this.genders;
    const hasGender = this.schema === 'Person' && gender !== undefined && this.genders.size === 1;
    return {
      list: this.list,
      id: this.id,
      schema: this.schema,
      topics: this.topics.size > 0 ? [...this.topics] : ['other'],
      names: [
        { name: primary.name, quality: 'primary' },
        ...names.map(({ name, quality }): ListName => ({ name, quality: quality === 'primary' ? 'alias' : quality })),
      ],
      birth_dates: [...this.birthDates],
      ...(hasGender && { gender }),
      countries: [...this.countries],
      identifiers: [...this.identifiers.values()],
      programs: [...this.programs],
      ...(this.remarks.size > 0 && { remarks: [...this.remarks].join('; ') }),
    };
  }
}

/** The beginning of a text of the list, for a reason. */
const quoted = (text: string): string => JSON.stringify(excerptOf(text));
