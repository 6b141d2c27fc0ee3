/** `npm run database:objects`: writes libs/read-side/database-objects/data/objects.txt from a database that it migrates. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const FILE = fileURLToPath(new URL('../libs/read-side/database-objects/data/objects.txt', import.meta.url));

await install();
const { build } = await import('./build.mjs');
await build();
const load = createRequire(new URL('../dist/', import.meta.url));
const { startTestPostgres } = load('./testing/test-postgres.js');
const { migrateDatabase } = load('./libs/read-side/migrate-database.js');
const { Database } = load('./libs/persistence/database.js');
const { objectsFile, readObjects } = load('./libs/read-side/database-objects/read-objects.js');

const postgres = await startTestPostgres();
try {
  await migrateDatabase(postgres.url);
  const database = await Database.open({ url: postgres.url, applicationName: 'database-objects' });
  writeFileSync(FILE, objectsFile(await readObjects(database)));
  await database.close();
} finally {
  await postgres.stop();
}
console.log(`wrote ${FILE}`);
