/** The next key of a sequence must follow within this time. */
const NEXT_KEY_MS = 1_200;

/** Recognises keys that are pressed one after another, such as `g q`. */
export class KeySequence {
  private pressed: string[] = [];
  private at = 0;

  /**
   * @param atMs when the key was pressed, in milliseconds of any clock
   * @param known sequences, with their keys separated by spaces
   * @returns the sequence that this key completes
   */
  press(key: string, atMs: number, known: readonly string[]): string | undefined {
    if (atMs - this.at > NEXT_KEY_MS) this.pressed = [];
    this.at = atMs;
    for (const keys of [[...this.pressed, key], [key]]) {
      const text = keys.join(' ');
      if (known.includes(text)) {
        this.pressed = [];
        return text;
      }
      if (known.some((one) => one.startsWith(`${text} `))) {
        this.pressed = keys;
        return undefined;
      }
    }
    this.pressed = [];
    return undefined;
  }
}
