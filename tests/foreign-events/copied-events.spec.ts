import { randomUUID } from 'node:crypto';
import { NAMED_PREFIXES } from '@probity/contracts/own-stream';
import type { Projection } from '@probity/event-store/aggregate';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { appendRequest } from '@probity/event-store/eventstoredb/requests';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { type EventStore, NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Projector } from '@probity/event-store/projector';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { Metrics } from '@probity/platform/metrics';
import { silent } from '../../apps/notary/testing/notary-suite';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { factsOf } from './foreign-rows';
import { PROJECTIONS_OF } from './stream-prefixes';

interface Forged {
  type: string;
  data: object;
}

/** An object, and its events, which are projected. */
interface Existing {
  projection: Projection;
  id: string;
  events: Forged[];
}

/** The facts of one object. */
const ofObject = (prefix: string, id: string) => factsOf(prefix).filter(({ exampleId }) => exampleId === id);
/** As Probity writes an event into EventStoreDB. */
const serialized = ({ id, type, data }: Forged & { id: string }) => ({
  ...{ id, type, data: JSON.stringify(data), metadata: JSON.stringify({ id }) },
});
const NONE = () => Promise.resolve();
const KINDS: Projection[] = Object.values(PROJECTIONS_OF).flat();
const TABLES = `
  SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'event_store')
    AND (table_schema, table_name) <> ('platform', 'contradictions') ORDER BY 1`;
/** Tables that a rebuild makes the same each time. */
const REBUILT = KINDS.flatMap(({ tables }) => tables?.replaced ?? []).filter(({ varying }) => !varying);
/** What facts have is not enough to project the first event of these. */
const WITHHELD = ['providers', 'identity-providers', 'proposals'];

it('the events of every projection must name their streams', () => {
  const unnamed = KINDS.filter(({ prefix }) => !NAMED_PREFIXES.includes(prefix));
  expect(unnamed.map(({ prefix }) => prefix)).toEqual([]);
  for (const prefix of NAMED_PREFIXES)
    expect(NAMED_PREFIXES.filter((other) => other !== prefix && other.startsWith(prefix))).toEqual([]);
});

describe.each([
  ['in Postgres', false],
  ['in the stand-in for EventStoreDB', true],
])('events of an object that a person copied into another stream, %s', (_where, onStandIn) => {
  let test: TestDatabase;
  let standIn: StandIn | undefined;
  let connection: Connection | undefined;
  let store: EventStore;
  const existing: Existing[] = [];
  beforeAll(async () => {
    test = await createTestDatabase();
    if (onStandIn) {
      standIn = await StandIn.start();
      connection = new Connection(standIn.connectionString);
    }
    store = connection ? new EventStoreDbEventStore(connection, test.owner) : new PostgresEventStore(test.owner);
    for (const projection of KINDS) await begin(projection);
  }, 120_000);
  afterAll(async () => {
    await connection?.close();
    await standIn?.stop();
    await test?.drop();
  });

  /** Appends the examples of the facts of a kind, as far as one can follow the other, and projects them. */
  async function begin(projection: Projection): Promise<void> {
    const objects = new Map<string, Existing>();
    for (const { type, exampleId: id, example: data } of factsOf(projection.prefix)) {
      const object = objects.get(id) ?? { projection, id, events: [] };
      objects.set(id, object);
      const stream = projection.prefix + id;
      const event = { id: randomUUID(), type, data, stream, revision: object.events.length };
      try {
        await test.owner.transaction((sql) => projection.projection(sql, [event], false));
      } catch {
        continue; // it needs another event before it, or what is withheld from facts
      }
      await store.append(stream, event.revision - 1, [event], NONE);
      object.events.push(event);
    }
    existing.push(...[...objects.values()].filter(({ events }) => events.length > 0));
  }

  async function everything(): Promise<Record<string, string[]>> {
    const { rows: tables } = await test.owner.query<{ name: string }>(TABLES);
    const contents: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await test.owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
      contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  }

  /** Stores the events as Probity would, and lets the follower of the kind project each of them. */
  async function forge(projection: Projection, stream: string, events: Forged[]): Promise<void> {
    const parts = { store, database: test.owner, logger: silent, metrics: new Metrics() };
    const identified = events.map(({ type, data }) => ({ id: randomUUID(), type, data }));
    if (!connection) await store.append(stream, NO_STREAM, identified, NONE);
    else await connection.append(appendRequest(stream, NO_STREAM, identified.map(serialized)));
    const projector = new Projector(projection, parts);
    for (const [revision, event] of identified.entries()) await projector.project([{ ...event, stream, revision }]);
  }

  async function rebuildAll(): Promise<void> {
    for (const [service, projections] of Object.entries(PROJECTIONS_OF)) {
      const parts = { events: store, database: test.owner, logger: silent, close: NONE };
      for await (const _ of new RebuildProjections(service, projections, async () => parts).run());
    }
  }

  it('are there to be copied', () => {
    const kinds = new Set(existing.map(({ projection: { kind } }) => kind));
    const withFacts = KINDS.filter(({ prefix }) => factsOf(prefix).length > 0).map(({ kind }) => kind);
    expect(withFacts.filter((kind) => !kinds.has(kind))).toEqual(WITHHELD);
  });

  it('change no row, also when everything is rebuilt', async () => {
    await rebuildAll();
    const before = await everything();
    for (const { projection, id, events } of existing) {
      const { prefix } = projection;
      for (const { type, example: data } of ofObject(prefix, id))
        await forge(projection, prefix + randomUUID(), [...events, { type, data }]);
      // Postgres takes it for the same id.
      if (id !== id.toUpperCase()) await forge(projection, prefix + id.toUpperCase(), events);
    }
    expect(await everything()).toEqual(before);
    await rebuildAll();
    const after = await everything();
    for (const { table } of REBUILT) expect([table, after[table]]).toEqual([table, before[table]]);
  }, 240_000);
});
