import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FENCED = /^```(\w+)\n([^]*?)^```$/gm;

/** Returns the fenced code blocks of a document in one language, in order. */
export function documented(path: string, language: string): string[] {
  const text = readFileSync(join(__dirname, '..', '..', path), 'utf8');
  return [...text.matchAll(FENCED)].filter(([, named]) => named === language).map(([, , code]) => code!);
}

/** Returns the one block that contains the text. */
export function documentedWith(path: string, language: string, text: string): string {
  const [block, ...others] = documented(path, language).filter((code) => code.includes(text));
  if (block === undefined || others.length > 0) throw new Error(`${path} must have one ${language} block with ${text}`);
  return block;
}
