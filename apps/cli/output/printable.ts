/** Controls, line separators and what turns the direction of writing: they could forge what a terminal shows. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that stays on its line and does nothing to a terminal; what could is shown as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The same for text that may have several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
