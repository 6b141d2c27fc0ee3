import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Database } from '@probity/persistence/database';
import { startTestPostgres } from '../../testing/test-postgres';
import { WebhookReceiver } from '../interface/webhook-receiver';
import { writeDumpFiles } from './dump/dump-files';
import { createEmptyDatabase } from './dump/empty-database';
import { writeDump } from './dump/write-dump';
import { fillProduct, type Fixture } from './fill-product';
import { startUpgradeProduct } from './product';

const USAGE = `npm run upgrade:dump -- --name <version> [--folder tests/upgrade/dumps]

Fills this version of the product with data of every kind and writes its database and its API responses as a
dump. \`npm test\` starts every later version on the dump.`;
const NAME = /^\d+\.\d+\.\d+-[a-z0-9]+$/;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      folder: { type: 'string', default: 'tests/upgrade/dumps' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (!NAME.test(values.name ?? '')) {
    throw new Error(`--name is "${values.name ?? ''}"; expected a version and a word, such as 0.1.0-b\n\n${USAGE}`);
  }
  const postgres = await startTestPostgres();
  try {
    const [database, scratch] = [await createEmptyDatabase(postgres.url), await createEmptyDatabase(postgres.url)];
    const fixture = await fill(database.url);
    const sql = await writeDump(database.url, scratch.url);
    const sizes = writeDumpFiles(resolve(values.folder), values.name!, { sql, fixture });
    for (const [file, size] of Object.entries(sizes)) console.log(`${file}  ${(size / 1024).toFixed(0)} KiB`);
    console.log(`Recorded ${fixture.answers.length} responses.`);
  } finally {
    await postgres.stop();
  }
}

/** Starts the product on an empty database, fills it and stops it. */
async function fill(databaseUrl: string): Promise<Fixture> {
  const receiver = await WebhookReceiver.start();
  const product = await startUpgradeProduct(databaseUrl);
  const owner = await Database.open({ url: databaseUrl, applicationName: 'upgrade-dump' });
  try {
    return await fillProduct({ ...product, receiver, owner });
  } catch (error) {
    console.error(product.printed());
    throw error;
  } finally {
    await product.stop();
    await owner.close();
    await receiver.stop();
  }
}

void main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
