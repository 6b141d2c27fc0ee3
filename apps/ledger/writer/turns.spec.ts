import { createSecretKey, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { type EventStore, WrongExpectedRevision } from '@probity/event-store/event-store';
import { Metrics } from '@probity/platform/metrics';
import type { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { NO_EVENTS } from '../commits/event-chain';
import { decideBatch } from './decide-batch';
import type { LedgerLoader } from './ledger-loader';
import type { LedgerState } from './ledger-state';
import type { Job, LedgerWrite } from './ledger-write';
import { LedgerWriters } from './ledger-writers';

const tenantOf = (ledgerId: string): string => ledgerId.split('/')[0]!;
const signing_key = createSecretKey(randomBytes(32));
const stateOf = (ledger_id: string) =>
  ({ ledger_id, tenant_id: tenantOf(ledger_id), revision: 0, chain: NO_EVENTS, signing_key }) as LedgerState;

/** A store whose appends end when the test says so. */
class HeldAppends {
  readonly streams: string[] = [];
  private readonly held: (() => void)[] = [];

  readonly append = (stream: string): Promise<void> => {
    this.streams.push(stream);
    return new Promise((resolve) => this.held.push(resolve));
  };

  /** Lets the oldest append end, and waits until the next one has begun. */
  async endOne(): Promise<void> {
    this.held.shift()!();
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
  }
}

function writersOn(appends: Pick<HeldAppends, 'append'>, loaded: string[] = []): LedgerWriters {
  const loader = {
    load: (id: string) => {
      loaded.push(id);
      return Promise.resolve(stateOf(id));
    },
    activity: () => Promise.resolve(new Map()),
    tenantsOf: (id: string) => Promise.resolve([tenantOf(id)]),
  };
  const queries = { usesOf: () => Promise.resolve({ transactions: new Map(), ledgers: new Map() }) };
  return new LedgerWriters(
    appends as unknown as EventStore,
    loader as unknown as LedgerLoader,
    queries as unknown as LedgerQueries,
    pino({ level: 'silent' }),
    new Metrics(),
    { grown: () => {} },
  );
}

const write = (tenantId: string, decided: () => void = () => {}): LedgerWrite<string> => ({
  tenantId,
  accountIds: [],
  approximateBytes: 1,
  decide: () => {
    decided();
    const data = { account_id: 'a', is_active: true };
    return { event: { id: '1', type: 'AccountActivityChanged', data } as never, answer: 'done' };
  },
});

describe('tenants take turns in the writers of ledgers', () => {
  it('a write waits for two batches of another tenant at most, however many ledgers that tenant writes to', async () => {
    const appends = new HeldAppends();
    const writers = writersOn(appends);
    for (let n = 0; n < 200; n++) void writers.of(`busy/${n}`).write(write('busy'), 60_000);
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
    const begun = appends.streams.length;
    expect(begun).toBeLessThan(200);
    void writers.of('calm/1').write(write('calm'), 60_000);
    for (let ended = 0; ended < 2; ended++) await appends.endOne();
    expect(appends.streams.slice(begun).some((stream) => stream.includes('calm'))).toBe(true);
  });

  it.each(['was written to', 'was not written to'])(
    'a tenant that asks for a ledger of another, which %s, waits for no turn',
    async (which) => {
      const appends = new HeldAppends();
      const writers = writersOn(appends);
      if (which === 'was written to') {
        const first = writers.of('calm/1').write(write('calm'), 60_000);
        for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
        await appends.endOne();
        await first;
      }
      for (let n = 0; n < 200; n++) void writers.of(`busy/${n}`).write(write('busy'), 60_000);
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
      await expect(writers.of('calm/1').write(write('busy'), 60_000)).rejects.toMatchObject({ kind: 'not_found' });
    },
  );
});

describe('the writers in memory', () => {
  it('stay when a tenant asks for a thousand ledgers that are not its own', async () => {
    const loaded: string[] = [];
    const writers = writersOn({ append: () => Promise.resolve() }, loaded);
    await writers.of('calm/1').write(write('calm'), 60_000);
    for (let n = 0; n < 1_500; n++)
      await expect(writers.of(`other/${n}`).write(write('busy'), 60_000)).rejects.toMatchObject({ kind: 'not_found' });
    await writers.of('calm/1').write(write('calm'), 60_000);
    expect(loaded).toEqual(['calm/1']);
  });

  it('say that a write can be repeated when another instance is always faster', async () => {
    const append = (stream: string) => Promise.reject(new WrongExpectedRevision(stream, 0));
    const writing = writersOn({ append }).of('calm/1').write(write('calm'), 60_000);
    await expect(writing).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
  });
});

describe('a batch that takes long to decide', () => {
  it('ends early; the other writes are decided in the next batch', () => {
    let now = 0;
    const decided: number[] = [];
    const jobs = Array.from({ length: 10 }, (_, n): Job => {
      const decide = (): void => {
        decided.push(n);
        now += 10;
      };
      return { write: write('t', decide), cause: {}, expiresAt: Infinity, resolve: () => {}, reject: () => {} };
    });
    const known = () => ({
      state: stateOf('t/1'),
      activeAccounts: new Set<string>(),
      otherAccounts: new Map<string, boolean>(),
      transactions: new Map<string, string>(),
      ledgers: new Map<string, string>(),
    });
    const first = decideBatch(jobs, known(), () => now);
    expect(first.decided).toEqual(jobs.slice(0, 3));
    expect(first.events.map(({ type }) => type)).toEqual([
      ...Array<string>(3).fill('AccountActivityChanged'),
      'CommitChained',
    ]);
    expect(decided).toEqual([0, 1, 2]);
  });
});
