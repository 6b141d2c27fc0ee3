import { readFileSync } from 'node:fs';

/** A data file of the product is invalid. The message names the file, the place and what to do. */
export class UnreadableDataFile extends Error {
  constructor(place: string, problem: string, options?: ErrorOptions) {
    super(`${place}: ${problem}; correct the file and start again`, options);
    this.name = 'UnreadableDataFile';
  }
}

/**
 * Calls `read` for each line of a text file and returns the results in order. Blank lines and lines that begin with `#`
 * are skipped.
 *
 * @throws UnreadableDataFile when a line is not UTF-8, when `read` throws, or when the file has no other lines
 */
export function readLines<T>(path: string, read: (line: string) => T): T[] {
  const found: T[] = [];
  for (const [index, untrimmed] of textOf(path).split('\n').entries()) {
    const line = untrimmed.trim();
    if (line === '' || line.startsWith('#')) continue;
    try {
      if (line.includes('\uFFFD')) throw new Error('the line is not UTF-8');
      found.push(read(line));
    } catch (error) {
      throw new UnreadableDataFile(`${path}, line ${index + 1}`, (error as Error).message, { cause: error });
    }
  }
  if (found.length === 0) throw new UnreadableDataFile(path, 'it must have lines other than comments');
  return found;
}

/** For `readLines`: words of the letters a to z and digits, separated by spaces. */
export function words(line: string): string[] {
  const found = line.split(/\s+/);
  const wrong = found.find((word) => !/^[a-z0-9]+$/.test(word));
  if (wrong !== undefined) throw new Error(`"${wrong}" must consist of the lower-case letters a to z and digits`);
  return found;
}

/** For `readLines`: words or phrases, separated by commas. */
export function phrases(line: string): string[] {
  const items = line.split(',').map((item) => item.trim());
  if (items.includes('')) throw new Error(`"${line}" must have something before and after each comma`);
  return items;
}

/** For `readLines`: `label: item, item`. */
export function labelled(line: string): { label: string; items: string[] } {
  const colon = line.indexOf(': ');
  if (colon < 1) throw new Error(`"${line}" must have the form "label: item, item"`);
  return { label: line.slice(0, colon), items: phrases(line.slice(colon + 1)) };
}

/**
 * Reads a file of labelled lines. Returns the items of each label; a label may have several lines.
 *
 * @throws UnreadableDataFile when a label is missing from the file or is not one of `labels`
 */
export function readLists<Label extends string>(path: string, labels: readonly Label[]): Record<Label, string[]> {
  const lists = Object.fromEntries(labels.map((label) => [label, [] as string[]])) as Record<string, string[]>;
  readLines(path, (line) => {
    const { label, items } = labelled(line);
    if (!Object.hasOwn(lists, label)) throw new Error(`"${label}" must be one of ${labels.join(', ')}`);
    lists[label]!.push(...items);
  });
  const missing = labels.filter((label) => lists[label]!.length === 0);
  if (missing.length > 0) throw new UnreadableDataFile(path, `it must have lines for ${missing.join(', ')}`);
  return lists;
}

/** The part of a compiled schema that this module uses. */
interface Shape<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): { instancePath: string; message: string }[];
}

/** Reads a JSON document. @throws UnreadableDataFile with the first place where it does not match the schema */
export function readDocument<T>(path: string, shape: Shape<T>): T {
  const document = parsed(path);
  if (shape.Check(document)) return document;
  const [problem] = shape.Errors(document);
  throw new UnreadableDataFile(`${path}, ${problem?.instancePath || '/'}`, problem?.message ?? 'it has another form');
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(textOf(path));
  } catch (error) {
    throw new UnreadableDataFile(path, (error as Error).message, { cause: error });
  }
}

/** Removes the byte order mark that some editors write. */
const textOf = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
