import { BEGIN, END } from './marks';

const SEPARATOR = /[,;\t\n]/;

/**
 * What keeps a document from RFC 4180, where each value is a whole cell: only a quoted cell that begins with the value
 * keeps it from being several cells, or a formula.
 */
export function csvProblem(marked: string): string | undefined {
  const text = marked.replaceAll('\r\n', '\n');
  for (let at = 0; at < text.length; at++) {
    const begin = at;
    const from = (what: string) => `line ${text.slice(0, begin).split('\n').length} of the document: ${what}`;
    if (text[at] === BEGIN) at = text.indexOf(END, at) + 1;
    else if (text[at] === '"') at = endOfQuoted(text, at);
    else while (at < text.length && !SEPARATOR.test(text[at]!) && text[at] !== '"' && text[at] !== BEGIN) at++;
    if (at < 0) return from('a quoted cell does not end, or has a field in it');
    if (at < text.length && !SEPARATOR.test(text[at]!)) {
      return from('a field must be a whole cell, without quotes: they are added');
    }
  }
  return undefined;
}

/** The index behind the quoted cell of the template; -1: it does not end, or has a value in it. */
function endOfQuoted(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === BEGIN) return -1;
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at + 1;
    at++;
  }
  return -1;
}
