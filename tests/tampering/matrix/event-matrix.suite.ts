import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { logStream } from '@probity/contracts/checkpoints/events';
import { ledgerStream } from '@probity/contracts/ledger/events';
import type { BrokenLink } from '@probity/contracts/ledger/views';
import { expectClean } from '../detection';
import { Scene } from '../scene';
import type { StoredEvent } from '../stored-events';
import { EVENT_CHANGES } from './event-changes';
import { PostgresStreams, StandInStreams, type StoredStreams } from './stored-streams';

/** The only operations that leave a history which verifies: an older state of everything. */
const OLDER_STATE = ['cut tail', 'wipe'];

/** How a change was noticed. A ledger without events is not found at all. */
type Noticed = { by: 'verification' | 'checkpoint'; broken: BrokenLink } | 'not found' | undefined;

/** A rebuild costs more than all else, so that many ledgers are changed at once. */
const AT_ONCE = 16;

/** A ledger whose events are changed, and another one. */
interface Changed {
  id: string;
  checkpoint: string;
  events: StoredEvent[];
  other: StoredEvent[];
}

/** Makes every change of the events of a ledger, and expects that each is noticed. */
export function eventMatrix(store: 'Postgres' | 'EventStoreDB'): void {
  let standIn: StandIn | undefined;
  let scene: Scene;
  let streams: StoredStreams;
  let ledgers: Changed[];
  /** the log of the tenant, which says how the ledgers were */
  let log: { stream: string; events: StoredEvent[] };

  beforeAll(async () => {
    standIn = store === 'Postgres' ? undefined : await StandIn.start();
    scene = await Scene.set(standIn?.connectionString, AT_ONCE - 1);
    streams = standIn ? new StandInStreams(standIn.log) : new PostgresStreams(scene.product.database.owner);
    ledgers = await Promise.all(
      [scene, ...scene.copies].map(async ({ ledger: { id, other }, checkpoint }) => ({
        id,
        checkpoint,
        events: await streams.read(ledgerStream(id)),
        other: await streams.read(ledgerStream(other.id)),
      })),
    );
    const { rows } = await scene.product.database.owner.query<{ log: string }>(
      'SELECT DISTINCT log FROM notary.ledger_checkpoints',
    );
    const stream = logStream(rows[0]!.log);
    log = { stream, events: await streams.read(stream) };
  });
  afterAll(async () => {
    await scene?.stop();
    await standIn?.stop();
  });

  const restore = async (): Promise<void> => {
    for (const { id, events } of ledgers) await streams.write(ledgerStream(id), events);
    await streams.write(log.stream, log.events);
    await scene.restore();
  };

  /** Verifies without and, if that finds nothing, with the checkpoint that was kept elsewhere. */
  async function noticed({ id, checkpoint }: Changed): Promise<Noticed> {
    for (const checkpoints of [[], [checkpoint]]) {
      try {
        const { verified, broken } = await scene.walk(checkpoints, id);
        if (!verified) return { by: checkpoints.length > 0 ? 'checkpoint' : 'verification', broken: broken! };
      } catch (error) {
        if (!/ledger .* was not found/.test((error as Error).message)) throw error;
        return 'not found';
      }
    }
    return undefined;
  }

  /** Returns the changes that were not noticed, or only later than they should be. */
  async function missed(operation: string, withReadSide: boolean): Promise<string[]> {
    const missed: string[] = [];
    const changes = ledgers.map(({ events, other }) => [...EVENT_CHANGES[operation]!(events, other)]);
    const { length } = changes[0]!;
    expect(length).toBeGreaterThan(0);
    const named = changes.map((all) => all.map(({ what }) => what).join());
    expect(new Set(named)).toEqual(new Set([named[0]]));
    for (let from = 0; from < length; from += AT_ONCE) {
      const now = ledgers.flatMap((ledger, nth) => {
        const change = changes[nth]![from + nth];
        return change ? [{ ledger, ...change }] : [];
      });
      for (const { ledger, events } of now) await streams.write(ledgerStream(ledger.id), events);
      if (withReadSide) {
        await scene.tamper(({ sql }) => sql.query('DELETE FROM notary.ledger_checkpoints'));
        await streams.write(log.stream, []);
        // A ledger whose events cannot be projected keeps its rows, and the others are rebuilt.
        expect(await scene.rebuild()).toMatchObject({ done: true });
      }
      for (const { ledger, what } of now) {
        const how = await noticed(ledger);
        const isLate = how !== 'not found' && how?.by === 'checkpoint' && !OLDER_STATE.includes(operation);
        if (how === undefined || isLate) missed.push(`${what}: ${JSON.stringify(how)}`);
      }
      await restore();
    }
    return missed;
  }

  it('begins with a ledger that verifies and agrees with its checkpoint', async () => {
    await expectClean(scene);
    expect(await scene.walk([scene.checkpoint])).toMatchObject({
      verified: true,
      checkpoints: [
        { source: 'kept', size: 6 },
        { source: 'notary', size: 6 },
      ],
    });
  });

  // The read side reveals almost all of these; tampering.spec.ts has more.
  it.each(['edit of a field', 'deletion', 'wipe'])('%s is noticed', async (operation) => {
    expect(await missed(operation, false)).toEqual([]);
  });

  it.each(Object.keys(EVENT_CHANGES))('%s is noticed when the read side agrees with it', async (operation) => {
    expect(await missed(operation, true)).toEqual([]);
  });
}
