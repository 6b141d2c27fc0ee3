import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { appendRequest } from '@probity/event-store/eventstoredb/requests';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { createTestDatabase } from '../../testing/test-database';
import { RebuildTenants } from '../../apps/back-office/projections/rebuild-tenants';
import { PROJECTIONS_OF } from '../foreign-events/stream-prefixes';
import { factsOf } from '../foreign-events/foreign-rows';
jest.setTimeout(120_000);
const say = (x: unknown) => process.stderr.write(JSON.stringify(x).slice(0, 6000) + '\n');
const prefixes = [...new Set(Object.values(PROJECTIONS_OF).flatMap((k: any) => k.map((p: any) => p.prefix)))].filter((p) => !p.startsWith('notary-log'));
const last = async (lines: any) => { let line; try { for await (line of lines); } catch (e: any) { return 'threw ' + e.stack?.split('\n').slice(0, 4).join(' | '); } return { failed: line.failed, unprojected: line.unprojected, verified: line.verified, done: line.done }; };

it.each([['foreign NUL', '\0', false], ['forged NUL', '\0', true], ['forged plain', 'x', true], ['forged uuid', '', true]])('ESDB: %s', async (name, suffix, forged) => {
  const db = await createTestDatabase(); const server = await StandIn.start(); const connection = new Connection(server.connectionString);
  const logged: string[] = []; const logger = pino({ level: 'warn' }, { write: (l: string) => void logged.push(l) });
  try {
    for (const prefix of prefixes) {
      const type = factsOf(prefix)[0]?.type ?? 'X';
      const data = JSON.stringify(factsOf(prefix)[0]?.example ?? {});
      const reply = await connection.append(appendRequest(`${prefix}${suffix || randomUUID()}`, -1, [{ id: randomUUID(), type, data, metadata: forged ? JSON.stringify({ id: randomUUID() }) : undefined } as any]));
      if (reply.hasError()) throw new Error(reply.getError()!.getMessage());
    }
    for (const [service, projections] of Object.entries(PROJECTIONS_OF) as any) {
      if (service === 'notary') continue;
      const own = await db.as(`probity_${service.replace('-', '_')}`);
      const store = new EventStoreDbEventStore(connection, own);
      const side = new RebuildProjections(service, projections, () => Promise.resolve({ events: store, database: own, logger, close: () => Promise.resolve() }));
      say({ name, service, rebuilt: await last(side.run()), verified: await last(side.verify()) });
    }
    const office = await db.as('probity_back_office');
    say({ name, tenants: await new RebuildTenants(office, new EventStoreDbEventStore(connection, office), logger).run().catch((e) => 'threw ' + e.message) });
  } finally { await connection.close(); await server.stop(); await db.drop(); }
});

it.each([['revision max', '9223372036854775807', '{}', randomUUID()], ['example', '0', undefined, randomUUID()], ['example plain', '0', undefined, 'x'], ['long', '0', '{}', 'x'.repeat(200_000)]])('Postgres: %s', async (name, revision, data, suffix) => {
  const db = await createTestDatabase();
  const logged: string[] = []; const logger = pino({ level: 'warn' }, { write: (l: string) => void logged.push(l) });
  try {
    for (const prefix of prefixes) {
      const type = factsOf(prefix)[0]?.type ?? 'X';
      await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`, [prefix + suffix, revision, type, data ?? JSON.stringify(factsOf(prefix)[0]?.example ?? {})]);
    }
    for (const [service, projections] of Object.entries(PROJECTIONS_OF) as any) {
      if (service === 'notary') continue;
      const own = await db.as(`probity_${service.replace('-', '_')}`);
      const store = new PostgresEventStore(own);
      const side = new RebuildProjections(service, projections, () => Promise.resolve({ events: store, database: own, logger, close: () => Promise.resolve() }));
      say({ name, service, rebuilt: await last(side.run()), verified: await last(side.verify()) });
    }
    const office = await db.as('probity_back_office');
    say({ name, tenants: await new RebuildTenants(office, new PostgresEventStore(office), logger).run().catch((e) => 'threw ' + e.message) });
    say({ lines: logged.length, bytes: logged.join('').length });
  } finally { await db.drop(); }
});
