import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LogProblem, LogVerification } from '@probity/contracts/audit/verification';
import { LOG_STREAM_PREFIX } from '@probity/contracts/checkpoints/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { AuthenticatingEventStore } from '@probity/event-store/authentication/authenticating-event-store';
import { EventAuthentication } from '@probity/event-store/authentication/event-authentication';
import { type EventStore, StreamCutOff } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { PROJECTIONS as BACK_OFFICE } from '../../../apps/back-office/projections';
import { PROJECTIONS as CUSTOMER_RISK } from '../../../apps/customer-risk/projections';
import { CheckpointKeys } from '../../../apps/notary/keys/checkpoint-keys';
import { candidatesOf } from '../../../apps/notary/leaves/candidate';
import { LogWalk } from '../../../apps/notary/verification/log-walk';
import { PROJECTIONS as LEDGER } from '../../../apps/ledger/projections';
import { PROJECTIONS as PIPELINE } from '../../../apps/pipeline/projections';
import { PROJECTIONS as WEBHOOKS } from '../../../apps/webhook-dispatcher/projections';
import { StandaloneProcess } from '../../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { temporaryFolder } from '../../../testing/test-postgres';
import { until } from '../../crash/until';
import { PostgresStreams, StandInStreams, type StoredStreams } from '../matrix/stored-streams';
import { tenantWithTrails } from './tenant-with-trails';

const SERVICES = {
  'back-office': BACK_OFFICE,
  'customer-risk': CUSTOMER_RISK,
  ledger: LEDGER,
  pipeline: PIPELINE,
  'webhook-dispatcher': WEBHOOKS,
};

export type StoreKind = 'Postgres' | 'EventStoreDB';

/**
 * An installation with two tenants whose process has ended, so that nothing else changes what is stored. It is verified by
 * the parts that verify audit trails in the running product: the walk over a log, and the MACs of the streams.
 */
export class StoppedInstallation {
  private constructor(
    readonly database: TestDatabase,
    readonly streams: StoredStreams,
    readonly store: EventStore,
    readonly sealer: Sealer,
    readonly tenant: string,
    readonly other: string,
    /** the head of the tenant's log, as an auditor keeps it outside */
    readonly checkpoint: string,
    private readonly services: EventAuthentication[],
    readonly keys: CheckpointKeys,
    private readonly undo: (() => Promise<unknown>)[],
  ) {}

  static async set(kind: StoreKind): Promise<StoppedInstallation> {
    const undo: (() => Promise<unknown>)[] = [];
    const standIn = kind === 'Postgres' ? undefined : await StandIn.start();
    if (standIn) undo.unshift(() => standIn.stop());
    const database = await createTestDatabase();
    undo.unshift(() => database.drop());
    const folder = temporaryFolder('probity-stopped-');
    undo.unshift(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
    const running = await StandaloneProcess.start(folder, {
      ...{ DATABASE_URL: database.url, EVENTSTORE_URL: standIn?.connectionString, LOG_LEVEL: 'error' },
    });
    const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { master_key: string };
    const sealer = new Sealer(Buffer.from(secrets.master_key, 'base64'));
    const sql = await database.as(ROLES.notary);
    const connection = standIn && new Connection(standIn.connectionString);
    if (connection) undo.unshift(() => connection.close());
    const store = connection ? new EventStoreDbEventStore(connection, sql) : new PostgresEventStore(database.owner);
    const streams = standIn ? new StandInStreams(standIn.log) : new PostgresStreams(database.owner);
    let tenants: string[];
    try {
      const [one, other] = [
        await tenantWithTrails(running, database.owner),
        await tenantWithTrails(running, database.owner),
      ];
      tenants = [one.tenant.id, other.tenant.id];
      await until('every event is in a log', () => allLogged(database, store));
    } finally {
      await running.stop();
    }
    const [tenant, other] = tenants as [string, string];
    const now = new Date();
    const services = await Promise.all(
      Object.entries(SERVICES).map(([name, projections]) =>
        EventAuthentication.open(name, projections, { store, sql: database.owner, sealer, now }),
      ),
    );
    for (const one of services) {
      for await (const chunk of store.readStream(one.ownStream))
        await one.takenOver.project(database.owner, await one.check(chunk));
    }
    const { checkpoint } = await new CheckpointQueries(database.owner).ofTenant(tenant);
    const keys = new CheckpointKeys(new AggregateStore(store, sql), sealer, () => now);
    return new StoppedInstallation(
      ...([database, streams, store, sealer, tenant, other, checkpoint, services, keys, undo] as const),
    );
  }

  /** The streams of the log of a tenant, but ledgers, and the log itself. */
  async streamsOf(tenant: string): Promise<string[]> {
    const { rows } = await this.database.owner.query<{ stream: string }>(
      "SELECT DISTINCT stream FROM notary.leaves WHERE log = $1 AND stream NOT LIKE 'ledger-%' ORDER BY 1",
      [tenant],
    );
    return [...rows.map(({ stream }) => stream), `${LOG_STREAM_PREFIX}${tenant}`];
  }

  /** Verifies the log of the tenant. */
  async walk(checkpoint?: string): Promise<LogVerification> {
    const parts = { events: this.store, sql: this.database.owner, keys: this.keys };
    let last: LogVerification | undefined;
    // A running notary would log inserted events: what finds them must be their MACs.
    for await (last of new LogWalk(parts, this.tenant, checkpoint, false).run()) continue;
    return last!;
  }

  /** Verifies the log of the tenant, and the MACs of a stream. Returns the first problem. */
  async verify(stream?: string, checkpoint?: string): Promise<LogProblem | undefined> {
    const { first } = await this.walk(checkpoint);
    return first ?? (stream === undefined ? undefined : this.unreadable(stream));
  }

  /** What authenticates the events of the service that writes the stream, if they have MACs. */
  ownerOf(stream: string): EventAuthentication | undefined {
    return this.services.find((one) => one.covers(stream));
  }

  async stop(): Promise<void> {
    for (const one of this.undo) await one();
  }

  /** What the service that owns the stream cannot read of it. */
  private async unreadable(stream: string): Promise<LogProblem | undefined> {
    const service = this.ownerOf(stream);
    if (!service) return undefined;
    const damaged = (revision: number, detail: string): LogProblem => {
      return { kind: 'changed_event', stream, revision, detail };
    };
    let next = 0;
    try {
      for await (const chunk of new AuthenticatingEventStore(this.store, service).readStream(stream)) {
        for (const { data, revision, isForeign } of chunk) {
          if (isForeign || data === undefined) return damaged(revision, 'its MAC does not hold');
          next = revision + 1;
        }
      }
    } catch (error) {
      if (!(error instanceof StreamCutOff)) throw error;
      return damaged(next, error.message);
    }
    return undefined;
  }
}

async function allLogged({ owner }: TestDatabase, store: EventStore): Promise<boolean> {
  let expected = 0;
  for await (const { events } of store.readToEnd('', undefined, new AbortController().signal))
    expected += candidatesOf(events).length;
  const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM notary.leaves');
  return rows[0]!.count === expected;
}
