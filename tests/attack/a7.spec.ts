import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { appendRequest } from '@probity/event-store/eventstoredb/requests';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { Metrics } from '@probity/platform/metrics';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase } from '../../testing/test-database';
import { Notary } from '../../apps/notary/notary';
import { RebuildTenants } from '../../apps/back-office/projections/rebuild-tenants';
import { restoreSigningKeys } from '../../apps/ledger/rebuild/restore-signing-keys';
import { PROJECTIONS_OF } from '../foreign-events/stream-prefixes';
import { factsOf } from '../foreign-events/foreign-rows';
jest.setTimeout(120_000);
const say = (x: unknown) => process.stderr.write(JSON.stringify(x, null, 1).slice(0, 6000) + '\n');

it('rebuilds on EventStoreDB with NUL streams', async () => {
  const db = await createTestDatabase(); const server = await StandIn.start(); const connection = new Connection(server.connectionString);
  const logged: string[] = []; const logger = pino({ level: 'warn' }, { write: (l: string) => void logged.push(l) });
  const result: any = {};
  try {
    const prefixes = [...new Set(Object.values(PROJECTIONS_OF).flatMap((k: any) => k.map((p: any) => p.prefix)))].filter((p) => !p.startsWith('notary-log'));
    for (const prefix of prefixes) for (const metadata of [undefined, 'own']) {
      const type = factsOf(prefix)[0]?.type ?? 'X';
      const data = JSON.stringify(factsOf(prefix)[0]?.example ?? {});
      const reply = await connection.append(appendRequest(`${prefix}${metadata ?? ''}\0`, -1, [{ id: randomUUID(), type, data, metadata: metadata && JSON.stringify({ id: randomUUID() }) } as any]));
      if (reply.hasError()) throw new Error(reply.getError()!.getMessage());
    }
    for (const [service, projections] of Object.entries(PROJECTIONS_OF) as any) {
      if (service === 'notary') continue;
      const own = await db.as(`probity_${service.replace('-', '_')}`);
      const store = new EventStoreDbEventStore(connection, own);
      const fs = projectionFollowers(service, projections, { store, database: own, logger, metrics: new Metrics() });
      let caught = 0; await Promise.race([Promise.all(fs.map((f) => f.catchUp().then(() => caught++))), new Promise((r) => setTimeout(r, 8000))]);
      await Promise.all(fs.map((f) => f.stop()));
      const side = new RebuildProjections(service, projections, () => Promise.resolve({ events: store, database: own, logger, close: () => Promise.resolve() }));
      const last = async (lines: any) => { let line; try { for await (line of lines); } catch (e: any) { return 'threw ' + e.message; } return line; };
      result[service] = { caught: `${caught}/${fs.length}`, rebuilt: await last(side.run()), verified: await last(side.verify()) };
      if (service === 'ledger') result.keys = await restoreSigningKeys(store, own, logger).catch((e) => 'threw ' + e.message);
    }
    const office = await db.as(ROLES.backOffice ?? 'probity_back_office');
    result.tenants = await new RebuildTenants(office, new EventStoreDbEventStore(connection, office), logger).run().catch((e) => 'threw ' + e.message);
    say(result);
  } finally { await connection.close(); await server.stop(); await db.drop(); }
});

it('notary with 5,000 damaged streams in Postgres', async () => {
  const db = await createTestDatabase(); const logged: string[] = []; const logger = pino({ level: 'warn' }, { write: (l: string) => void logged.push(l) });
  try {
    const own = await db.as(ROLES.notary);
    const notary = new Notary({ events: new PostgresEventStore(own), database: own, sealer: new Sealer(Buffer.alloc(32, 7)), logger, now: () => new Date(), restMs: 20 });
    await notary.start();
    await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) SELECT 'x-' || n, r, gen_random_uuid(), 'X', 'no' FROM generate_series(1, 5000) n, generate_series(0, 1) r`);
    const last = `customer-${randomUUID()}`;
    await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, 0, gen_random_uuid(), 'X', '{}')`, [last]);
    const t0 = Date.now();
    while (Date.now() - t0 < 60_000 && !(await db.owner.query('SELECT FROM notary.leaves WHERE stream = $1', [last])).rowCount) await new Promise((r) => setTimeout(r, 100));
    say({ ms: Date.now() - t0, lines: logged.length, bytes: logged.join('').length, streams: (await db.owner.query('SELECT count(*) FROM notary.stopped_streams')).rows[0] });
    await notary.stop();
  } finally { await db.drop(); }
});
