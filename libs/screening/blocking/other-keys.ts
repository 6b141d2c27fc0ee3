import { syllableKeys } from '../names/east-asian';
import { textsOf, type PreparedName } from '../names/prepared-name';
import { IdsByKey } from './ids-by-key';

/** Finds names that may share no word with a query: syllables in another transliteration, or an acronym and its words. */
export class OtherKeys {
  /** ids of Chinese and Korean names, by their `syllableKeys` */
  private readonly bySyllables = new IdsByKey();
  /** ids of acronyms, and of names that have words for an acronym, by their initials */
  private readonly acronyms = new IdsByKey();
  private readonly spelledOut = new IdsByKey();

  add(name: PreparedName, id: number): void {
    for (const key of keysOfSyllables(name)) this.bySyllables.add(key, id);
    for (const key of name.initials.spellings) this.byInitials(name.initials.acronym).add(key, id);
  }

  remove(name: PreparedName, id: number): void {
    for (const key of keysOfSyllables(name)) this.bySyllables.remove(key, id);
    for (const key of name.initials.spellings) this.byInitials(name.initials.acronym).remove(key, id);
  }

  of(query: PreparedName): Set<number> {
    const { spellings, acronym } = query.initials;
    const ids = new Set<number>();
    for (const key of keysOfSyllables(query)) for (const id of this.bySyllables.get(key)) ids.add(id);
    for (const key of spellings) for (const id of this.byInitials(!acronym).get(key)) ids.add(id);
    return ids;
  }

  private byInitials(acronym: boolean): IdsByKey {
    return acronym ? this.acronyms : this.spelledOut;
  }
}

const keysOfSyllables = (name: PreparedName): string[] => (name.syllables ? syllableKeys(textsOf(name)) : []);
