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

/** @throws Error when the name of the file does not tell */
export function formatOf(file: string): Format {
  const format = EXTENSIONS[extname(file).toLowerCase()];
  if (!format) throw new Error(`${file}: its name does not tell the format; give --format ${FORMATS.join(', ')}`);
  return format;
}

/**
 * Reads a journal through the tool it was written for, which must be installed.
 * @throws Error when the file is missing, the tool is, or the tool refuses the file
 */
export async function readJournal(file: string, format: Format): Promise<Journal> {
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const journal = await READERS[format](file);
  if (journal.transactions.length === 0) throw new Error(`${format} finds no transactions in ${file}`);
  return journal;
}
