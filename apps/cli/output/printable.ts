/** Control characters, line separators and direction marks: they could forge what a terminal shows. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text on one line that is safe for a terminal; unsafe characters are shown as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
