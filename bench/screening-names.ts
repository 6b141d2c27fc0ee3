import type { ListEntry } from '@probity/screening/list-entry';
import type { ScreeningSubject } from '@probity/screening/screening-subject';
import { Choices } from './screening-random';

/** A name to screen, and the list entry that it was made from, which screening should find. */
export interface QueriedName {
  subject: ScreeningSubject;
  /**
   * `hit`: a name of the list; `near miss`: a name of the list that is misspelled, cut or reordered; `clean`:
   * combined from the words of two names
   */
  kind: 'hit' | 'near miss' | 'clean';
  source?: ListEntry;
}

/** Returns names in a repeating order: half are clean, a quarter are near misses, a quarter are names of the list. */
export function queriedNames(list: readonly ListEntry[], count: number, seed: number): QueriedName[] {
  const choices = new Choices(seed);
  const bearers = list.filter(({ schema }) => schema === 'Person' || schema === 'Company');
  return Array.from({ length: count }, (_, n) => {
    const source = choices.of(bearers);
    const schema = source.schema === 'Person' ? 'Person' : 'Company';
    const { name } = choices.of(source.names.filter(({ quality }) => quality !== 'weak'));
    if (n % 4 < 2) {
      const other = choices.of(bearers.filter((entry) => entry.schema === source.schema)).names[0]!.name;
      return { subject: { schema, names: [recombined(choices, name, other)] }, kind: 'clean' };
    }
    if (n % 4 === 2) return { subject: { schema, names: [disturbed(choices, name)] }, kind: 'near miss', source };
    return { subject: { schema, names: [name] }, kind: 'hit', source };
  });
}

/** The first half of one name and the second half of another. */
function recombined(choices: Choices, name: string, other: string): string {
  const first = name.split(' ');
  const second = other.split(' ');
  const kept = first.slice(0, Math.ceil(first.length / 2));
  return [...kept, ...second.slice(Math.floor(second.length / 2))].join(' ');
}

/** Applies one change: one typo, two typos, words reversed, a middle word left out, or another transliteration. */
export function disturbed(choices: Choices, name: string): string {
  const words = name.split(' ');
  switch (choices.below(5)) {
    case 0:
      return misspelled(choices, name);
    case 1:
      return misspelled(choices, misspelled(choices, name));
    case 2:
      return words.length > 1 ? [...words.slice(-1), ...words.slice(0, -1)].join(' ') : misspelled(choices, name);
    case 3:
      return words.length > 2 ? [...words.slice(0, 1), ...words.slice(2)].join(' ') : misspelled(choices, name);
    default:
      return transliteratedOtherwise(name);
  }
}

/** Leaves out, doubles or replaces a letter, or swaps it with the next one, in a word of four letters or more. */
export function misspelled(choices: Choices, name: string): string {
  const words = name.split(' ');
  const long = [...words.keys()].filter((i) => words[i]!.length >= 4);
  if (long.length === 0) return name;
  const at = choices.of(long);
  words[at] = slipped(choices, words[at]!);
  return words.join(' ');
}

function slipped(choices: Choices, word: string): string {
  const at = 1 + choices.below(word.length - 2);
  switch (choices.below(4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word[at]! + word.slice(at);
    case 2:
      return word.slice(0, at) + choices.of([...'aeiourstnlmdk']) + word.slice(at + 1);
    default:
      return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  }
}

function transliteratedOtherwise(name: string): string {
  return name
    .replace(/sh/g, 'sch')
    .replace(/kh/g, 'h')
    .replace(/ou/g, 'u')
    .replace(/ee/g, 'i')
    .replace(/v/g, 'w')
    .replace(/y/g, 'i');
}
