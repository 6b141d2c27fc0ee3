import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';

/** The master key of every dump. It protects invented data only, so everyone may know it. */
const MASTER_KEY = createHash('sha256').update('probity upgrade dumps hold invented data only').digest('base64');

/** The built product, in its own process, on a database that the caller provides. */
export interface UpgradeProduct {
  /** the gateway, without a key */
  gateway: Api;
  backOffice: Api;
  /** Posts to a back office route that streams lines of progress. Returns the last line. */
  lastLine: (path: string, body?: object) => Promise<any>;
  /** returns the end of its output */
  printed: () => string;
  stop: () => Promise<void>;
}

/** Starts the product as `npm start` does, with the master key of the dumps, and waits until it is ready. */
export async function startUpgradeProduct(databaseUrl: string): Promise<UpgradeProduct> {
  const folder = temporaryFolder('probity-upgrade-');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const environment = { DATABASE_URL: databaseUrl, PROBITY_MASTER_KEY: MASTER_KEY, LOG_LEVEL: 'warn' };
  const product = await StandaloneProcess.start(folder, environment).catch((error: unknown) => {
    remove();
    throw error;
  });
  const { base_url, back_office_url, operator_token } = product.demo;
  return {
    gateway: new Api(base_url, undefined),
    backOffice: new Api(back_office_url, operator_token),
    lastLine: async (path, body = { reason: 'a test' }) => {
      let last: unknown;
      const client = new BackOfficeClient(back_office_url, operator_token);
      for await (const line of client.postForLines(path, body)) last = line;
      return last;
    },
    printed: () => product.printed,
    stop: async () => {
      const code = await product.stop();
      remove();
      if (code !== 0) throw new Error(`the product ended with the exit code ${code}:\n${product.printed}`);
    },
  };
}
