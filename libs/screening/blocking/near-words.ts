import { countBits } from '../names/prepared-name';
import { LETTERS, letterOf } from './letters';

/** The letters, and the beginning and the end of a word. */
const SIGNS = LETTERS + 1;
const EDGE = LETTERS;
/** Longer words are in one list. */
const LONGEST = 31;
const LENGTHS = LONGEST + 1;

/**
 * Finds words that can become a given word with few changes of a letter. A change takes at most two pairs of adjacent
 * letters from the word, so a word that has fewer of its pairs is left out. It takes one letter and adds one, so a word that
 * lacks more letters, or has more others, is left out too.
 */
export class NearWords {
  /** ids of the words that have a pair of letters, by the pair and the length of the word */
  private readonly byPair: (number[] | undefined)[] = [];
  private readonly byLength: (number[] | undefined)[] = [];
  /** which letters each word has, and which more than once */
  private letters = new Int32Array(1 << 11);
  /** how many pairs of the given word each word has */
  private counts = new Uint8Array(1 << 10);

  add(word: number, spelling: string): void {
    const length = Math.min(spelling.length, LONGEST);
    for (const pair of pairsOf(spelling)) put(this.byPair, pair * LENGTHS + length, word);
    put(this.byLength, length, word);
    if (word >= this.counts.length) this.grow(word * 2);
    const { kinds, twice } = lettersOf(spelling);
    this.letters[word * 2] = kinds;
    this.letters[word * 2 + 1] = twice;
  }

  /** Calls `visit` with each word that may be at most so many changes away. */
  each(spelling: string, changes: number, visit: (word: number) => void): void {
    const pairs = pairsOf(spelling);
    const fewest = pairs.size - 2 * changes;
    const from = Math.max(0, Math.min(spelling.length, LONGEST) - changes);
    const to = Math.min(spelling.length + changes, LONGEST);
    if (fewest <= 0) {
      for (let length = from; length <= to; length++) this.byLength[length]?.forEach(visit);
      return;
    }
    const { counts, letters } = this;
    const { kinds, twice } = lettersOf(spelling);
    counts.fill(0);
    for (const pair of pairs) {
      for (let length = from; length <= to; length++) {
        const words = this.byPair[pair * LENGTHS + length];
        if (!words) continue;
        for (let i = 0; i < words.length; i++) {
          const word = words[i]!;
          if (++counts[word]! !== fewest) continue;
          const [theirKinds, theirTwice] = [letters[word * 2]!, letters[word * 2 + 1]!];
          if (countBits(kinds & ~theirKinds) + countBits(twice & ~theirTwice) > changes) continue;
          if (countBits(theirKinds & ~kinds) + countBits(theirTwice & ~twice) > changes) continue;
          visit(word);
        }
      }
    }
  }

  private grow(words: number): void {
    this.counts = new Uint8Array(words);
    const letters = new Int32Array(words * 2);
    letters.set(this.letters);
    this.letters = letters;
  }
}

function put(lists: (number[] | undefined)[], at: number, word: number): void {
  const list = lists[at];
  if (list) list.push(word);
  else lists[at] = [word];
}

/** The pairs of adjacent letters of a word, with its beginning and its end. */
function pairsOf(text: string): Set<number> {
  const pairs = new Set<number>();
  let before = EDGE;
  for (let i = 0; i < text.length; i++) {
    const letter = letterOf(text, i);
    pairs.add(before * SIGNS + letter);
    before = letter;
  }
  return pairs.add(before * SIGNS + EDGE);
}

function lettersOf(text: string): { kinds: number; twice: number } {
  let kinds = 0;
  let twice = 0;
  for (let i = 0; i < text.length; i++) {
    const bit = 1 << letterOf(text, i);
    twice |= kinds & bit;
    kinds |= bit;
  }
  return { kinds, twice };
}
