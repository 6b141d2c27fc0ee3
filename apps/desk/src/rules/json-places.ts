/** Where the nodes of a JSON text begin. */
export interface Place {
  /** from 1 */
  line: number;
  column: number;
  /** in the text, from 0 */
  offset: number;
}

export const placeAt = (text: string, offset: number): Place => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n'), offset };
};

/**
 * Finds the node that a JSON pointer names, or the innermost one above it that is there.
 *
 * @param text valid JSON
 */
export function placeOf(text: string, pointer: string): Place {
  const places = offsetsOf(text);
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const offset = places.get(path);
    if (offset !== undefined) return placeAt(text, offset);
  }
}

/** The offset of each node by its JSON pointer. The member of an object begins with its name. */
function offsetsOf(text: string): Map<string, number> {
  const found = new Map<string, number>();
  let at = 0;
  const space = () => {
    while (/\s/.test(text[at] ?? '')) at++;
  };
  const string = (): string => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return JSON.parse(text.slice(start, ++at)) as string;
  };
  const node = (path: string, start: number): void => {
    found.set(path, start);
    const open = text[at];
    if (open === '"') return void string();
    if (open !== '{' && open !== '[') {
      while (/[^\s,\]}]/.test(text[at] ?? ' ')) at++;
      return;
    }
    at++;
    for (let index = 0; ; index++) {
      space();
      if (text[at] === '}' || text[at] === ']') return void at++;
      if (text[at] === ',') at++;
      space();
      const begin = at;
      let step = String(index);
      if (open === '{') {
        step = string().replaceAll('~', '~0').replaceAll('/', '~1');
        space();
        at++; // the colon
        space();
      }
      node(`${path}/${step}`, begin);
    }
  };
  space();
  node('', at);
  return found;
}

/** Reads a JSON text, or says where it stops to be one. */
export function readJson(text: string): { value: unknown } | { problem: string; place: Place } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const { message } = error as SyntaxError;
    const named = /at position (\d+)/.exec(message);
    const offset = named ? Number(named[1]) : text.length;
    const problem = message.replace(/ (in JSON )?at position.*/, '');
    return { problem: `This is not JSON: ${problem}.`, place: placeAt(text, offset) };
  }
}
