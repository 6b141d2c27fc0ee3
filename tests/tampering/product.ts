import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';

/** The whole product, on a test database that tests can change directly. */
export interface Product {
  database: TestDatabase;
  api: Api;
  backOffice: BackOfficeClient;
  tenantSlug: string;
  /** the key under which the signing keys are sealed */
  masterKey: Buffer;
  stop(): Promise<void>;
}

/** @param eventStoreUrl of an EventStoreDB; if omitted, the events are in Postgres */
export async function startProduct(eventStoreUrl?: string): Promise<Product> {
  const database = await createTestDatabase();
  const dataDirectory = temporaryFolder('probity-tampering-');
  const standalone = await StandaloneProcess.start(dataDirectory, {
    DATABASE_URL: database.url,
    EVENTSTORE_URL: eventStoreUrl,
    LOG_LEVEL: 'warn',
  });
  const { demo } = standalone;
  const secrets = JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8')) as { master_key: string };
  return {
    database,
    api: new Api(demo.base_url, demo.api_key),
    backOffice: new BackOfficeClient(demo.back_office_url, demo.operator_token),
    tenantSlug: demo.tenant_slug,
    masterKey: Buffer.from(secrets.master_key, 'base64'),
    stop: async () => {
      await standalone.stop();
      await database.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
