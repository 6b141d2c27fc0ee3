import { BEGIN, END, withoutMarks } from './marks';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** What keeps a document from JSON, where each value is in a string, or is a number. */
export function jsonProblem(marked: string): string | undefined {
  let inString = false;
  for (let at = 0; at < marked.length; at++) {
    const letter = marked[at];
    if (letter === BEGIN) {
      const end = marked.indexOf(END, at);
      if (!inString && !NUMBER.test(marked.slice(at + 1, end))) {
        return `line ${marked.slice(0, at).split('\n').length} of the document: a field that is no number must be between quotes`;
      }
      at = end;
    } else if (inString && letter === '\\') at++;
    else if (letter === '"') inString = !inString;
  }
  try {
    JSON.parse(withoutMarks(marked));
    return undefined;
  } catch {
    return 'the document is no JSON; put {{^last}},{{/last}} between the items of a list';
  }
}
