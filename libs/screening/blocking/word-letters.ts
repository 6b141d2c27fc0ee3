import type { NameToken } from '../names/prepared-name';

/** Array elements before the letters of a word: the number of letters as written, and folded or 0 if that is the same. */
const LETTERS = 2;
const NONE = -1;

/** The letters of words in one flat array, because the words themselves are far apart in memory. */
export class WordLetters {
  bytes = new Uint16Array(1 << 14);
  private end = 0;
  private starts = new Int32Array(1 << 10).fill(NONE);

  add(word: number, { text, fold }: NameToken): void {
    if (word >= this.starts.length) this.starts = extended(this.starts, new Int32Array(word * 2).fill(NONE));
    const folded = fold === text ? '' : fold;
    const end = this.end + LETTERS + text.length + folded.length;
    if (end > this.bytes.length) this.bytes = extended(this.bytes, new Uint16Array(end * 2));
    this.starts[word] = this.end;
    this.bytes[this.end] = text.length;
    this.bytes[this.end + 1] = folded.length;
    put(text + folded, this.bytes, this.end + LETTERS);
    this.end = end;
  }

  has(word: number): boolean {
    return word < this.starts.length && this.starts[word] !== NONE;
  }

  /** Returns where the letters begin in `bytes`. */
  at(word: number): number {
    return this.starts[word]! + LETTERS;
  }

  length(at: number): number {
    return this.bytes[at - LETTERS]!;
  }

  /** The number of letters of the folded spelling, which follows the other one; 0 if that is the same. */
  foldedLength(at: number): number {
    return this.bytes[at - LETTERS + 1]!;
  }
}

function put(text: string, bytes: Uint16Array, at: number): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
}

function extended<T extends Int32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
