import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How a spec file is named that uses `describeWithKafka`: a broker is started for no other. */
export const KAFKA_SPEC = '.kafka.spec.ts';

/** Libraries that do no I/O: their spec files need no Postgres. */
const PURE = ['contracts', 'monitoring', 'scoring', 'screening', 'watchlists', 'webhook-verification'];
const IN_PURE_LIBRARY = new RegExp(`[\\\\/]libs[\\\\/](${PURE.join('|')})[\\\\/]`);

/** The spec files of a run of Jest. */
export function specFiles(rootDir: string, isSelected: (path: string) => boolean): string[] {
  return readdirSync(rootDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](node_modules|dist)[\\/]/.test(path) && isSelected(path));
}

export const needsKafka = (path: string): boolean => path.endsWith(KAFKA_SPEC);
export const needsPostgres = (path: string): boolean => !IN_PURE_LIBRARY.test(path);
