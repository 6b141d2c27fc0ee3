import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Client } from 'pg';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { Undo } from '@probity/platform/undo';
import { loopbackCertificate, testKey } from '@probity/targets/testing/certificates';
import { EmbeddedPostgres } from '../../apps/standalone/postgres/embedded-postgres';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { Gate } from './gate';

export const DATABASE = 'probity';
export const LOGIN = 'institution';
export const PASSWORD = 'open-sesame';

/** of a call to EventStoreDB */
const DEADLINE_MS = 2_000;

/** The built product, with the stand-in for EventStoreDB and a Postgres of its own, whose login is no superuser. */
export class GuardedProduct {
  private constructor(
    readonly product: StandaloneProcess,
    readonly store: StandIn,
    /** the way from the product to EventStoreDB */
    readonly storeGate: Gate,
    /** the way from the product to Postgres */
    readonly postgresGate: Gate,
    readonly owner: Client,
    readonly stop: () => Promise<void>,
  ) {}

  static start(): Promise<GuardedProduct> {
    return Undo.onFailure(async (undo) => {
      const folder = temporaryFolder('probity-lost-');
      undo.later(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
      const postgres = await EmbeddedPostgres.start(folder, PASSWORD, pino({ level: 'silent' }), () => {});
      undo.later(() => postgres.stop());
      const owner = new Client({ connectionString: postgres.url });
      await owner.connect();
      undo.later(() => owner.end());
      await owner.query(`CREATE ROLE ${LOGIN} LOGIN CREATEROLE PASSWORD '${PASSWORD}'`);
      await owner.query(`ALTER ROLE ${LOGIN} SET createrole_self_grant = 'set, inherit'`);
      await owner.query(`CREATE DATABASE ${DATABASE} OWNER ${LOGIN}`);
      await owner.query(`REVOKE CONNECT ON DATABASE ${DATABASE} FROM PUBLIC`);
      const postgresGate = await Gate.open(join(owner.host, `.s.PGSQL.${owner.port}`));
      undo.later(() => postgresGate.shut());
      writeFileSync(join(folder, 'ca.pem'), loopbackCertificate);
      // Without TLS, the client library sends no password.
      const store = await StandIn.start({ tls: { cert: loopbackCertificate, key: testKey } });
      undo.later(() => store.stop());
      store.user = `${LOGIN}:${PASSWORD}`;
      const storeGate = await Gate.open(store.port);
      undo.later(() => storeGate.shut());
      const dataDirectory = join(folder, 'product');
      mkdirSync(dataDirectory);
      const login = `${LOGIN}:${PASSWORD}@127.0.0.1`;
      const product = await StandaloneProcess.start(dataDirectory, {
        DATABASE_URL: `postgresql://${login}:${postgresGate.port}/${DATABASE}`,
        EVENTSTORE_URL: `esdb://${login}:${storeGate.port}?defaultDeadline=${DEADLINE_MS}&tlsCAFile=${join(folder, 'ca.pem')}`,
      });
      undo.later(async () => void (await product.stop()));
      return new GuardedProduct(product, store, storeGate, postgresGate, owner, () => undo.all());
    });
  }
}
