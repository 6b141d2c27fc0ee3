import { Identifier, ListEntry, ListName, ListSchema, ListTopic, NameQuality } from '@probity/screening/list-entry';
import { countryCode, isNoCountry } from './country-codes';
import { aliasQuality, isName, plainText } from './names';

const RANK: Record<NameQuality, number> = { weak: 0, alias: 1, primary: 2 };

/** An entry in the making: takes what a list says in any order, as often as it says it, and keeps each thing once. */
export class EntryDraft {
  private readonly names = new Map<string, ListName>();
  private readonly birthDates = new Set<string>();
  private readonly countries = new Set<string>();
  private readonly identifiers = new Map<string, Identifier>();
  private readonly programs = new Set<string>();
  private readonly topics = new Set<ListTopic>();
  private readonly remarks = new Set<string>();
  /** characters that it holds */
  private held = 0;

  constructor(
    readonly list: string,
    readonly id: string,
    public schema: ListSchema,
  ) {}

  /** Characters of names, identifiers, programmes and remarks that it holds. */
  get size(): number {
    return this.held;
  }

  private keep(set: Set<string>, text: string): void {
    if (set.has(text)) return;
    set.add(text);
    this.held += text.length;
  }

  /** An alias that is one short word is taken as weak. The first primary name stays the primary one. */
  addName(text: string, quality: NameQuality = 'alias'): this {
    const name = plainText(text);
    if (!isName(name)) return this;
    const wanted = quality === 'alias' ? aliasQuality(name) : quality;
    const key = name.toLowerCase();
    const known = this.names.get(key);
    if (known === undefined) {
      this.names.set(key, { name, quality: wanted });
      this.held += name.length;
    } else if (RANK[wanted] > RANK[known.quality]) known.quality = wanted;
    return this;
  }

  /** In the forms of `ListEntry.birth_dates`. What is printed and is no date is kept as a remark. */
  addBirthDate(date: string | undefined, printed = ''): this {
    if (date === undefined) return this.addRemark('Date of birth', printed);
    this.birthDates.add(date);
    return this;
  }

  /** A country in words. What is no country that has a code is kept as a remark. */
  addCountry(words: string): this {
    const text = plainText(words);
    if (text === '' || isNoCountry(text)) return this;
    const code = countryCode(text);
    if (code === undefined) return this.addRemark('Country', text);
    return this.addCountryCode(code);
  }

  /** An ISO 3166-1 alpha-2 code, in upper case; undefined is passed over. */
  addCountryCode(code: string | undefined): this {
    if (code !== undefined) this.countries.add(code);
    return this;
  }

  /** The country that issued it also counts as a country of the entry: it is a nationality or a registration. */
  addIdentifier(type: string, text: string, country?: string): this {
    const value = plainText(text);
    const comparable = value.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
    if (comparable.length < 2) return this;
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

  /** `label` says what it is, in front of it; an empty one adds nothing. */
  addRemark(label: string, text: string): this {
    const remark = plainText(text);
    if (remark !== '') this.keep(this.remarks, label === '' ? remark : `${label}: ${remark}`);
    return this;
  }

  /** Undefined when there is no name: nothing could be compared with it. */
  finish(): ListEntry | undefined {
    const names = [...this.names.values()];
    const first = names.findIndex((name) => name.quality === 'primary');
    const [primary] = names.splice(Math.max(first, 0), 1);
    if (primary === undefined) return undefined;
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
      countries: [...this.countries],
      identifiers: [...this.identifiers.values()],
      programs: [...this.programs],
      ...(this.remarks.size > 0 && { remarks: [...this.remarks].join('; ') }),
    };
  }
}
