import { ListEntry } from '@probity/screening/list-entry';
import { FileChunks, Importer, ImportIssue } from '../importer';

/** Runs an importer on texts and collects its entries and issues. */

export type Cut = (bytes: Buffer) => (Buffer | string)[];

export const whole: Cut = (bytes) => [bytes];

export async function* asChunks(
  content: string | Buffer,
  cut: Cut = whole,
): FileChunks & AsyncGenerator<Buffer | string> {
  yield* cut(typeof content === 'string' ? Buffer.from(content) : content);
}

export interface ReadOut {
  entries: ListEntry[];
  issues: ImportIssue[];
}

export async function readAll(
  importer: Importer,
  contents: Record<string, string | Buffer>,
  cut: Cut = whole,
): Promise<ReadOut> {
  const files = Object.fromEntries(Object.entries(contents).map(([role, content]) => [role, asChunks(content, cut)]));
  const entries: ListEntry[] = [];
  const issues: ImportIssue[] = [];
  for await (const entry of importer.read(files, 'test-list', (issue) => issues.push(issue))) entries.push(entry);
  return { entries, issues };
}
