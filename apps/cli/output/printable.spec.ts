import { printable, printableLines } from './printable';

describe('printable text', () => {
  it('keeps text of any script', () => {
    const text = 'Société Générale 銀行 بنك 🏦 a\u0301';
    expect(printable(text)).toBe(text);
  });

  it('escapes control characters', () => {
    expect(printable('a\u001b[31mb\nc\u0007\u009bd')).toBe('a\\u{1b}[31mb\\u{a}c\\u{7}\\u{9b}d');
  });

  it('escapes characters that change the writing direction or begin a line', () => {
    expect(printable('a\u202eb\u2066c\u2028d')).toBe('a\\u{202e}b\\u{2066}c\\u{2028}d');
  });

  it('keeps line breaks of texts with several lines', () => {
    expect(printableLines('a\nb\u001bc')).toBe('a\nb\\u{1b}c');
  });
});
