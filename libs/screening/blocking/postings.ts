import { ManyNames, type NameSummary } from './many-names';

/** Words of so many names have no flat array, because it takes more memory. */
const FEW = 4;

/** The ids of the names that have a word, by the id of the word. */
export class Postings {
  private readonly names: (number[] | ManyNames | undefined)[] = [];

  /** @param summaryOf returns what a name is found by; the same as long as the name is here */
  add(word: number, id: number, summaryOf: (id: number) => NameSummary): void {
    const known = this.names[word];
    if (known === undefined) this.names[word] = [id];
    else if (known instanceof ManyNames) known.add(id, summaryOf(id));
    else if (known.length < FEW) known.push(id);
    else {
      const many = new ManyNames(word, FEW * 16);
      for (const each of known) many.add(each, summaryOf(each));
      many.add(id, summaryOf(id));
      this.names[word] = many;
    }
  }

  remove(word: number, id: number): void {
    const known = this.names[word];
    if (known instanceof ManyNames) known.remove(id);
    else if (known) {
      const at = known.indexOf(id);
      const last = known.pop()!;
      if (at < known.length) known[at] = last;
    }
  }

  each(word: number, visit: (id: number) => void): void {
    const known = this.names[word];
    if (known instanceof ManyNames) known.each(visit);
    else if (known) for (const id of known) visit(id);
  }

  /** The names of a word that more than a few names have; undefined for other words. */
  many(word: number): ManyNames | undefined {
    const known = this.names[word];
    return known instanceof ManyNames ? known : undefined;
  }

  count(word: number): number {
    const known = this.names[word];
    return known instanceof ManyNames ? known.size : (known?.length ?? 0);
  }
}
