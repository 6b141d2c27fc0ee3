import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Spec files that use `describeWithKafka` have this suffix. A broker is started only for them. */
export const KAFKA_SPEC = '.kafka.spec.ts';

/** Libraries that do no I/O: their spec files need no Postgres. */
const PURE = [
  'contracts',
  'ledger-verification',
  'monitoring',
  'scoring',
  'screening',
  'watchlists',
  'webhook-verification',
];
const IN_PURE_LIBRARY = new RegExp(`[\\\\/]libs[\\\\/](${PURE.join('|')})[\\\\/]`);

/** Returns the paths of the spec files of a Jest run. */
export function specFiles(rootDir: string, isSelected: (path: string) => boolean): string[] {
  return readdirSync(rootDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](node_modules|dist)[\\/]/.test(path) && isSelected(path));
}

export const needsKafka = (path: string): boolean => path.endsWith(KAFKA_SPEC);
export const needsPostgres = (path: string): boolean => !IN_PURE_LIBRARY.test(path);
