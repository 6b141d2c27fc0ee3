import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
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

/** Makes every change of the events of a ledger, and expects that each is noticed. */
export function eventMatrix(store: 'Postgres' | 'EventStoreDB'): void {
  let standIn: StandIn | undefined;
  let scene: Scene;
  let streams: StoredStreams;
  let stream: string;
  let events: StoredEvent[];
  let other: StoredEvent[];

  beforeAll(async () => {
    standIn = store === 'Postgres' ? undefined : await StandIn.start();
    scene = await Scene.set(standIn?.connectionString);
    streams = standIn ? new StandInStreams(standIn.log) : new PostgresStreams(scene.product.database.owner);
    stream = ledgerStream(scene.ledger.id);
    events = await streams.read(stream);
    other = await streams.read(ledgerStream(scene.ledger.other.id));
  });
  afterAll(async () => {
    await scene?.stop();
    await standIn?.stop();
  });

  const restore = async (): Promise<void> => {
    await streams.write(stream, events);
    await scene.restore();
  };

  /** Verifies without and, if that finds nothing, with the checkpoint that was kept elsewhere. */
  async function noticed(): Promise<Noticed> {
    for (const checkpoints of [[], [scene.checkpoint]]) {
      try {
        const { verified, broken } = await scene.walk(checkpoints);
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
    let tried = 0;
    for (const { what, events: changed } of EVENT_CHANGES[operation]!(events, other)) {
      await streams.write(stream, changed);
      if (withReadSide) {
        await scene.tamper(({ sql }) => sql.query('DELETE FROM notary.ledger_checkpoints'));
        // Events that cannot be projected end the rebuild, and their ledger keeps its rows.
        await scene
          .rebuild()
          .catch((error: Error) => expect(error.message).toMatch(/an error occurred inside Probity/));
      }
      const how = await noticed();
      const isLate = how !== 'not found' && how?.by === 'checkpoint' && !OLDER_STATE.includes(operation);
      if (how === undefined || isLate) missed.push(`${what}: ${JSON.stringify(how)}`);
      await restore();
      tried++;
    }
    expect(tried).toBeGreaterThan(0);
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
