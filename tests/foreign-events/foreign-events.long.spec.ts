import { LOG_STREAM_PREFIX } from '@probity/contracts/checkpoints/events';
import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import { WATCHLIST_STREAM_PREFIX } from '@probity/contracts/watchlists/events';
import { CommandLine, type Outcome } from '../cli/command-line';
import { until } from '../crash/until';
import { FilledProduct } from '../rebuild/filled-product';
import { CHANGED, changeObjects } from './change-objects';
import { factsOf, type ForeignRow, foreignRows, newStreams } from './foreign-rows';
import { type ForeignWriter, inEventStoreDb, inPostgres } from './foreign-writer';
import { EVERY_PREFIX } from './stream-prefixes';

jest.setTimeout(900_000);

const STREAMS = 'SELECT DISTINCT stream FROM event_store.events ORDER BY stream';
/** The streams of the objects of a tenant. */
const OF_TENANT = 'SELECT stream FROM event_store.events WHERE revision = 0 AND position($1 IN data) > 0';
/** A key that signs a log, and the log, say what may be signed: an event there that is not known stops this log. */
const STOPS_A_LOG = [LOG_STREAM_PREFIX, 'checkpoint-key-'];
const SACRIFICED = 'sacrificed';
/** What changes by itself, or tells that events are damaged. */
const MAY_DIFFER = new RegExp(`/checkpoint$|/audit$|/notices|/privacy/status|/tenants/${SACRIFICED}`);

/** Enough of a response to recognise it. */
const excerpt = (text: string | undefined): string | undefined => text?.slice(0, 300);
const typesOf = (prefix: string): string[] => factsOf(prefix).map(({ type }) => type);
const prefixOf = (stream: string): string =>
  EVERY_PREFIX.filter((prefix) => stream.startsWith(prefix)).toSorted((one, other) => other.length - one.length)[0]!;

/** Writes streams of another program that begin as each kind of Probity's does, and behind real events. */
async function writeForeign(writer: ForeignWriter, behind: string[]): Promise<void> {
  for (const prefix of EVERY_PREFIX) {
    const rows = foreignRows(typesOf(prefix));
    for (const [n, stream] of newStreams(prefix).entries())
      await writer.write(stream, n === 0 ? rows : rows.slice(n, 2 * n + 5), n % 2 === 1);
  }
  for (const [n, stream] of behind.entries()) {
    const prefix = prefixOf(stream);
    const rows: ForeignRow[] = foreignRows(typesOf(prefix));
    await writer.write(stream, rows.slice(n % 7, (n % 7) + 8 + (n % 2)), hasGap(prefix));
  }
}

/** Whether foreign events behind real ones leave a gap: in streams of every other kind, whichever kinds there are. */
const hasGap = (prefix: string): boolean => EVERY_PREFIX.indexOf(prefix) % 2 === 0;
/** How a change fails of an object with foreign events behind its own. */
const failureOf = (prefix: string): string => (hasGap(prefix) ? 'events_missing' : 'event_damaged');

describe.each([
  ['in Postgres', false],
  ['in the stand-in for EventStoreDB', true],
])('foreign events in streams of every prefix, %s', (_where, onStandIn) => {
  let product: FilledProduct;
  let writer: ForeignWriter;
  /** real streams behind whose events foreign ones are */
  let behind: string[];
  /** the read side with the events, before the crash */
  let compared: any;
  beforeAll(async () => {
    product = await FilledProduct.start(onStandIn);
  });
  afterAll(async () => {
    await writer?.close();
    await product?.stop();
  });

  /** All streams that the logs name, and the streams of the logs. */
  async function loggedStreams(): Promise<string[]> {
    const { rows } = await product.owner.query<{ stream: string }>(
      `SELECT DISTINCT stream FROM notary.leaves UNION SELECT 'notary-log-' || log FROM notary.logs ORDER BY stream`,
    );
    return rows.map(({ stream }) => stream);
  }

  /** Of each kind one stream: of one tenant, if it has one. */
  async function sacrificedStreams(): Promise<string[]> {
    const { id } = product.tenants.find(({ slug }) => slug === SACRIFICED)!;
    const { rows } = await product.owner.query<{ stream: string }>(OF_TENANT, [`"tenant_id":"${id}"`]);
    const all = await product.owner.query<{ stream: string }>(STREAMS);
    const some = new Map<string, string>();
    for (const { stream } of [...all.rows, ...rows]) some.set(prefixOf(stream), stream);
    expect([...some.keys()]).not.toContain(undefined); // a new kind of stream belongs into EVERY_PREFIX
    return [...some].filter(([prefix]) => !STOPS_A_LOG.includes(prefix)).map(([, stream]) => stream);
  }

  const probity = async (...args: string[]): Promise<Outcome> => {
    const { back_office_url, operator_token } = product.demo;
    const outcome = await new CommandLine({}).run([...args, '--url', back_office_url, '--token', operator_token]);
    expect(outcome.stderr).toBe('');
    return outcome;
  };
  const lastLine = async (...args: string[]): Promise<any> => JSON.parse((await probity(...args, '--json')).stdout);
  const readiness = async (url: string): Promise<any> => (await fetch(`${new URL(url).origin}/health/ready`)).json();

  async function expectReady(): Promise<void> {
    const { base_url, back_office_url } = product.demo;
    await until('the gateway is ready', async () => (await readiness(base_url)).status === 'ok');
    await until('the back office is ready', async () => (await readiness(back_office_url)).status === 'ok');
    const expected = onStandIn ? 'ok' : 'failed';
    await until(`stored_data is ${expected}`, async () => {
      if ((await readiness(back_office_url)).details.stored_data === expected) return true;
      const { rows } = await product.owner.query(
        `SELECT message FROM platform.notices WHERE kind = 'stored_data_contradicts' AND status = 'open'
         UNION ALL SELECT stream || ' ' || problem FROM notary.stopped_streams
         UNION ALL SELECT stream || ' ' || detail FROM platform.contradictions LIMIT 5`,
      );
      throw new Error(JSON.stringify(rows));
    });
  }

  /** Reads all that both APIs return, before and after, and expects the same. */
  async function expectSameReads(work: () => Promise<void>): Promise<void> {
    const before = await product.read();
    await work();
    const after = await product.read();
    const changed = [...before].filter(([path, { text }]) => after.get(path)?.text !== text && !MAY_DIFFER.test(path));
    expect(changed.map(([path, { text }]) => [path, excerpt(text), excerpt(after.get(path)?.text)])).toEqual([]);
  }

  it('change nothing that the APIs return', async () => {
    await product.fillAnother(SACRIFICED);
    await product.untilNoWorkIsLeft();
    const { owner, eventStoreUrl } = product;
    writer = eventStoreUrl === undefined ? inPostgres(owner) : inEventStoreDb(eventStoreUrl, owner);
    behind = onStandIn ? await loggedStreams() : await sacrificedStreams();
    await expectSameReads(() => writeForeign(writer, behind));
  });

  it('let every follower go on, and readiness says whether stored events are damaged', async () => {
    await product.fillAnother('after-foreign'); // needs the followers of every service
    await product.untilNoWorkIsLeft();
    await expectReady();
    const { rows } = await product.owner.query('SELECT log FROM notary.stopped_logs');
    expect(rows).toEqual([]);
    const { id } = product.tenants.at(-1)!;
    await until('the log of the new tenant has its last event', async () => {
      const last = `
        SELECT FROM notary.leaves
        WHERE stream = $1 AND revision = (SELECT revision FROM back_office.tenants WHERE id = $2)`;
      return (await product.owner.query(last, [`tenant-${id}`, id])).rowCount === 1;
    });
  });

  it('leave objects changeable: in EventStoreDB all, in Postgres all but those with a damaged event', async () => {
    for (const tenant of product.tenants) {
      const isDamaged = !onStandIn && tenant.slug === SACRIFICED;
      const results = await changeObjects(tenant, product.backOffice);
      if (!isDamaged) expect([tenant.slug, results]).toEqual([tenant.slug, CHANGED]);
      else
        expect(results).toMatchObject({
          tenant: failureOf(TENANT_STREAM_PREFIX),
          'own list': failureOf(WATCHLIST_STREAM_PREFIX),
        });
    }
  });

  it('are named by each verification, which ends', async () => {
    const ledgers = await product.owner.query<{ id: string; slug: string }>(
      'SELECT l.id, t.slug FROM ledger.ledgers l JOIN back_office.tenants t ON t.id = l.tenant_id ORDER BY l.id',
    );
    for (const { id, slug } of ledgers.rows) {
      const { broken } = await lastLine('ledger', 'verify', '--tenant', slug, id);
      const isWhole = ![`ledger-${id}`, `signing-key-${id}`].some((stream) => behind.includes(stream));
      expect([slug, id, broken === null]).toEqual([slug, id, isWhole]);
      if (onStandIn && !isWhole) expect(broken.detail).toMatch(/another program wrote the event/);
    }
    const audit = await lastLine('audit', 'verify', '--tenant', SACRIFICED);
    expect(audit).toMatchObject({ done: true, verified: false });
  });

  it('are passed over by a rebuild and by a comparison of everything', async () => {
    await expectSameReads(async () => {
      const rebuilt = await lastLine('projections', 'rebuild', '--all', '--reason', 'a test');
      expect(rebuilt).toMatchObject({ done: true, failed: onStandIn ? 0 : expect.any(Number) });
    });
    compared = await lastLine('verify', '--all', '--reason', 'a test');
    if (onStandIn) expect(compared).toMatchObject({ done: true, verified: true });
    const named = compared.tables.flatMap(({ first }: any) => first.map(({ stream }: any) => stream));
    expect(behind).toEqual(expect.arrayContaining(named));
  });

  it('keep nothing unprojected after a crash', async () => {
    await product.fillAnother('before-crash');
    await product.kill();
    await product.startAgain();
    await expectReady();
    await product.untilNoWorkIsLeft();
    const { unprojected, differences } = await lastLine('verify', '--all', '--reason', 'a test');
    expect({ unprojected, differences }).toEqual({
      unprojected: compared.unprojected,
      differences: compared.differences,
    });
  });
});
