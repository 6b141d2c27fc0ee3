import { printable, printableLines } from './printable';

describe('text that does nothing to a terminal', () => {
  it('leaves text of any script as it is', () => {
    const text = 'Société Générale 銀行 بنك 🏦 a\u0301';
    expect(printable(text)).toBe(text);
  });

  it('shows controls instead of sending them', () => {
    expect(printable('a\u001b[31mb\nc\u0007\u009bd')).toBe('a\\u{1b}[31mb\\u{a}c\\u{7}\\u{9b}d');
  });

  it('shows what would turn the direction of writing or begin a line', () => {
    expect(printable('a\u202eb\u2066c\u2028d')).toBe('a\\u{202e}b\\u{2066}c\\u{2028}d');
  });

  it('keeps lines where they are meant', () => {
    expect(printableLines('a\nb\u001bc')).toBe('a\nb\\u{1b}c');
  });
});
