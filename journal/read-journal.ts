import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { readBeancount } from './beancount';
import { readHledger } from './hledger';
import type { Journal } from './journal';
import { readLedger } from './ledger';

export const FORMATS = ['hledger', 'ledger', 'beancount'] as const;
export type Format = (typeof FORMATS)[number];

const READERS: Record<Format, (file: string) => Promise<Journal>> = {
  hledger: readHledger,
  ledger: readLedger,
  beancount: readBeancount,
};

const EXTENSIONS: Record<string, Format> = {
  '.journal': 'hledger',
  '.hledger': 'hledger',
  '.ledger': 'ledger',
  '.dat': 'ledger',
  '.beancount': 'beancount',
  '.bean': 'beancount',
};

/** @throws Error if the file name does not indicate the format */
export function formatOf(file: string): Format {
  const format = EXTENSIONS[extname(file).toLowerCase()];
  if (!format)
    throw new Error(`${file}: the file name does not indicate the format; give --format ${FORMATS.join(', ')}`);
  return format;
}

/**
 * Reads a journal with its accounting tool, which must be installed.
 * @throws Error if the file or the tool is missing, or the tool reports an error
 */
export async function readJournal(file: string, format: Format): Promise<Journal> {
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const journal = await READERS[format](file);
  if (journal.transactions.length === 0) throw new Error(`${format} finds no transactions in ${file}`);
  return journal;
}
