import { until } from '../crash/until';
import { DATABASE, GuardedProduct, LOGIN, PASSWORD } from './guarded-product';
import { SmallLoad, type Sent } from './small-load';

jest.setTimeout(150_000);

/** The latest end of a request: an append whose outcome is unknown is repeated for 30 s. */
const MAX_MS = 33_000;
/** A dependency counts as back when it works and no call has failed for five seconds. */
const BACK_WITHIN_MS = 30_000;
/** what does not need the event store */
const READS = ['a list of customers', 'a list of transactions', 'an event'];
const ALL = ['a customer', 'a posting', 'a list of tenants', ...READS];

interface Outage {
  dependency: 'event_store' | 'database';
  /** the requests that must get 503 meanwhile */
  refused: string[];
  lose: (around: GuardedProduct) => unknown;
  giveBack: (around: GuardedProduct) => unknown;
}

const endLogins = ({ owner }: GuardedProduct) =>
  owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [LOGIN]);
const allowAll = ({ store }: GuardedProduct) => store.allowAll();

const OUTAGES: Record<string, Outage> = {
  'a password of EventStoreDB that was changed': {
    dependency: 'event_store',
    refused: ['a customer', 'a posting', 'a list of tenants'],
    lose: ({ store }) => {
      store.user = `${LOGIN}:another`;
      store.loseConnections();
    },
    giveBack: ({ store }) => (store.user = `${LOGIN}:${PASSWORD}`),
  },
  'the right to append': {
    dependency: 'event_store',
    refused: ['a customer', 'a posting', 'a list of tenants'],
    lose: ({ store }) => store.denyAccessTo('', 'append'),
    giveBack: allowAll,
  },
  'the right to read streams': {
    dependency: 'event_store',
    refused: ['a customer', 'a posting'],
    lose: ({ store }) => store.denyAccessTo('', 'read'),
    giveBack: allowAll,
  },
  // Appends are possible, and projected at once: only followers wait.
  'the right to read $all': {
    dependency: 'event_store',
    refused: [],
    lose: ({ store }) => {
      store.denyAccessTo('$all');
      store.loseConnections();
    },
    giveBack: allowAll,
  },
  'an EventStoreDB that is stopped': {
    dependency: 'event_store',
    refused: ['a customer', 'a list of tenants'],
    lose: ({ storeGate }) => storeGate.shut(),
    giveBack: ({ storeGate }) => storeGate.open(),
  },
  'an EventStoreDB that is frozen': {
    dependency: 'event_store',
    refused: ['a customer', 'a list of tenants'],
    lose: ({ storeGate }) => storeGate.freeze(),
    giveBack: ({ storeGate }) => storeGate.thaw(),
  },
  'the right to connect to the database': {
    dependency: 'database',
    refused: READS,
    lose: async (around) => {
      await around.owner.query(`REVOKE CONNECT ON DATABASE ${DATABASE} FROM ${LOGIN}`);
      await endLogins(around);
    },
    giveBack: ({ owner }) => owner.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${LOGIN}`),
  },
  'a password of Postgres that was changed': {
    dependency: 'database',
    refused: READS,
    lose: async (around) => {
      await around.owner.query(`ALTER ROLE ${LOGIN} PASSWORD 'another'`);
      await endLogins(around);
    },
    giveBack: ({ owner }) => owner.query(`ALTER ROLE ${LOGIN} PASSWORD '${PASSWORD}'`),
  },
  'a Postgres that is stopped': {
    dependency: 'database',
    refused: READS,
    lose: ({ postgresGate }) => postgresGate.shut(),
    giveBack: ({ postgresGate }) => postgresGate.open(),
  },
  'a Postgres that is frozen': {
    dependency: 'database',
    refused: READS,
    lose: ({ postgresGate }) => postgresGate.freeze(),
    giveBack: ({ postgresGate }) => postgresGate.thaw(),
  },
};

describe('a product under load loses access', () => {
  let around: GuardedProduct;
  let load: SmallLoad;
  beforeAll(async () => {
    around = await GuardedProduct.start();
    load = await SmallLoad.start(around.product.demo);
  });
  afterAll(async () => {
    await load?.stop();
    await around?.stop();
  });

  const readiness = async () => {
    const answer = await fetch(new URL('/health/ready', around.product.demo.base_url));
    return { status: answer.status, dependencies: ((await answer.json()) as any).dependencies };
  };
  const wasRefused = ({ answer }: Sent): boolean => answer.status === 503;

  /** The warnings and errors since a time, and the lines about dependencies. */
  function logged(since: string): { level: string; time: string; msg: string; dependency?: string }[] {
    const lines = around.product.printed.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    return (
      lines
        .map((line) => JSON.parse(line))
        .filter(({ time }) => time >= since)
        .filter(({ level, dependency }) => dependency !== undefined || level === 'warn' || level === 'error')
        // A fact arrives before its projection, also without an outage, and comes again.
        .filter(({ msg }) => msg !== 'a fact could not be handled')
    );
  }

  it.each(Object.entries(OUTAGES))('%s', async (_what, { dependency, refused, lose, giveBack }) => {
    const since = new Date().toISOString();
    await lose(around);
    const lostAt = performance.now();
    const during = () => load.sent.filter(({ beganAt, tookMs }) => beganAt + tookMs >= lostAt);
    try {
      await until('readiness fails and names it', async () => {
        const { status, dependencies } = await readiness();
        return status === 503 && dependencies[dependency] === 'unavailable';
      });
      await until('the log says that it is lost', () => logged(since).length > 0);
      const isRefused = (kind: string) => during().some((sent) => sent.what === kind && wasRefused(sent));
      await until(`${refused.join(', ')} get 503`, () => refused.every(isRefused), MAX_MS + 10_000);
    } finally {
      await giveBack(around);
    }
    const backAt = performance.now();
    const isDone = (kind: string) =>
      load.sent.some(({ what, beganAt, answer }) => what === kind && beganAt > backAt && answer.status < 300);
    await until('every request succeeds again', () => ALL.every(isDone), BACK_WITHIN_MS);
    const isBack = () => logged(since).some(({ msg, dependency: of }) => of === dependency && msg.endsWith('again'));
    await until('the log says that it is back', isBack, BACK_WITHIN_MS);
    await until('it is ready', async () => (await readiness()).status === 200, BACK_WITHIN_MS);

    for (const { answer, tookMs, what } of during()) {
      expect(tookMs).toBeLessThan(MAX_MS);
      if (answer.status < 300) continue;
      const { status, headers, body } = answer;
      expect({ what, status, after: headers.get('retry-after') }).toEqual({ what, status: 503, after: '2' });
      expect(body).toEqual({ status: 'error', message: expect.any(String), code: expect.any(String) });
    }
    expect(logged(since).map(({ msg, dependency: of }) => [of, msg])).toEqual([
      [dependency, expect.stringMatching(/ cannot be used; retrying until it can$/)],
      [dependency, expect.stringMatching(/ can be used again$/)],
    ]);
  });
});
