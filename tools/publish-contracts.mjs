/**
 * `npm run contracts:publish`: writes the contracts of topics and messages as they stand in the code
 * to libs/contracts/published/v1, one file a topic. It refuses, and writes nothing, when that would
 * break somebody who keeps to what was published before. Another folder can be given as argument.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build();
const { breakingChanges } = await import('../dist/libs/contracts/compatibility/breaking-changes.js');
const { currentContracts } = await import('../dist/libs/contracts/compatibility/published-contract.js');

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'libs', 'contracts', 'published', 'v1'));
mkdirSync(folder, { recursive: true });

const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const current = currentContracts();
const problems = breakingChanges(
  [...texts.values()].map((text) => JSON.parse(text)),
  current,
);
if (problems.length > 0) {
  console.error('Nothing was published: the contracts in the code break what was published before.\n');
  for (const problem of problems) console.error(`  - ${problem}`);
  console.error('\nWithin v1 contracts may only grow. A change like this needs a new topic that ends in v2.');
  process.exit(1);
}

const options = { ...(await resolveConfig(join(root, 'package.json'))), parser: 'json' };
for (const topic of current) {
  const file = `${topic.topic}.json`;
  if (texts.has(file) && isDeepStrictEqual(JSON.parse(texts.get(file)), topic)) continue;
  const text = await format(JSON.stringify(topic), options);
  writeFileSync(join(folder, file), text);
  console.log(`${texts.has(file) ? 'changed' : 'added'} ${file}`);
}
console.log(`${current.length} topics are published in ${folder}`);
