/** Assigns numbers to texts, because the same texts occur often. 0 means no text. Others are numbered from 1. */
export class TextCodes {
  private readonly texts: (string | null)[] = [null];
  private readonly codes = new Map<string, number>();
  /** of all texts together */
  characters = 0;

  /** The number of codes, including the code for no text. */
  get size(): number {
    return this.texts.length;
  }

  text(code: number): string | null {
    return this.texts[code] as string | null;
  }

  /** Returns the code of a text. Assigns a new code if the text has none. */
  codeFor(text: string | null): number {
    if (text === null) return 0;
    const known = this.codes.get(text);
    if (known !== undefined) return known;
    const code = this.texts.push(text) - 1;
    this.characters += text.length;
    this.codes.set(text, code);
    return code;
  }

  /** Returns the code of a text, or undefined if it has none. */
  codeOf(text: string): number | undefined {
    return this.codes.get(text);
  }
}
