/** Numbers for texts that come again and again: 0 is no text, the others count from 1 in order of appearance. */
export class TextCodes {
  private readonly texts: (string | null)[] = [null];
  private readonly codes = new Map<string, number>();

  /** How many codes there are, with the one for no text. */
  get size(): number {
    return this.texts.length;
  }

  text(code: number): string | null {
    return this.texts[code] as string | null;
  }

  /** The code of a text, a new one if it has none. */
  codeFor(text: string | null): number {
    if (text === null) return 0;
    const known = this.codes.get(text);
    if (known !== undefined) return known;
    const code = this.texts.push(text) - 1;
    this.codes.set(text, code);
    return code;
  }

  /** The code of a text, or undefined if it has none. */
  codeOf(text: string): number | undefined {
    return this.codes.get(text);
  }
}
