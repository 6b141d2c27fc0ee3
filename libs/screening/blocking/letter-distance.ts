import { distance } from 'fastest-levenshtein';

const CODES = 128;
const LONGEST = 31;

/**
 * Counts the letters by which words differ from one word. The word is prepared once, as Myers' bit-parallel algorithm
 * needs it, because it is compared with thousands of words.
 */
export class LetterDistance {
  private text = '';
  private readonly places = new Int32Array(CODES);

  set(text: string): void {
    for (let i = 0; i < this.text.length; i++) this.places[this.text.charCodeAt(i) % CODES] = 0;
    this.text = text;
    for (let i = 0; i < text.length; i++) this.places[text.charCodeAt(i) % CODES]! |= 1 << i;
  }

  /** The other word is in these bytes. */
  to(bytes: Uint16Array, from: number, length: number): number {
    const letters = this.text.length;
    const end = from + length;
    if (letters === 0 || letters > LONGEST) return distance(this.text, String.fromCharCode(...bytes.slice(from, end)));
    const last = 1 << (letters - 1);
    let more = -1;
    let less = 0;
    let count = letters;
    for (let i = from; i < end; i++) {
      let equal = this.places[bytes[i]! % CODES]!;
      const vertical = equal | less;
      equal |= ((equal & more) + more) ^ more;
      less |= ~(equal | more);
      more &= equal;
      if ((less & last) !== 0) count++;
      if ((more & last) !== 0) count--;
      less = (less << 1) | 1;
      more = (more << 1) | ~(vertical | less);
      less &= vertical;
    }
    return count;
  }
}
