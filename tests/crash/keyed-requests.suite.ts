import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '@probity/persistence/database';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { openEventStore } from '@probity/event-store/open-event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { LEASE_MS } from '@probity/messaging/idempotency/operation-records';
import { NoticeBoard } from '@probity/notices/notice-board';
import { TimeSource } from '@probity/platform/time-source';
import { type Answer, Api } from '../../testing/api';
import type { Product } from '../interface/product';
import { newTenant, type Tenant } from '../interface/tenants';
import { effectsOf } from './effects';
import { forbidResults } from './forbid-results';
import type { KeyedPost, Stored } from './keyed-post';
import { keyedPosts } from './keyed-posts';
import { Random } from './random';
import { until } from './until';

/** How many requests with one key run at the same time. */
const REQUESTS = 64;
/** How many operations run at the same time. */
const AT_ONCE = 10;
/** The first kill hits first attempts; the second one hits attempts that take over when the leases end. */
const KILLS_AFTER_MS = [0, LEASE_MS];
const MAX_MORE_MS = 400;
const RETRY_MS = 250;
const GIVE_UP_MS = 180_000;

/** A ledger has the keys of its postings in its events. */
const remembersItself = (operation: string): boolean => operation.endsWith('/postings');

/** A product that the test can kill. */
export interface Killable {
  /** its current addresses, which may change after a restart */
  product: () => Product;
  databaseUrl: () => string;
  eventStoreUrl?: string;
  /** kills it with SIGKILL, starts it again, and waits until it is ready */
  restart: () => Promise<void>;
}

/**
 * Sends every POST that accepts an Idempotency-Key 64 times with one key, while the product is killed. In a second
 * tenant each of them takes effect, but its result cannot be recorded, as if the process had died in between. A third
 * tenant gets each of them once. All must end with the same objects and the same audit trail.
 */
export function keyedRequestsUnderKills(start: () => Promise<Killable & { stop: () => Promise<void> }>): void {
  const seed = Number(process.env.PROBITY_TEST_SEED ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  let killable: Awaited<ReturnType<typeof start>>;
  let calm: Tenant;
  let disturbed: Tenant;
  let interrupted: Tenant;
  let undisturbed: KeyedPost[];
  let unrecorded: KeyedPost[];
  let posts: KeyedPost[];
  const counts = { requests: 0, unknown: 0, waiting: 0, kills: 0 };
  const answers = new Map<KeyedPost, Answer[]>();
  /** pending while the product restarts; clients wait, so that its start is not slowed by hundreds of them */
  let up: Promise<void> = Promise.resolve();

  const api = ({ staff }: KeyedPost, { key }: Tenant): Api => {
    const { baseUrl, backOfficeUrl, operatorToken } = killable.product();
    return staff ? new Api(backOfficeUrl, operatorToken) : new Api(baseUrl, key);
  };

  /** As a client does: repeats a request with the same key until its outcome is definite. */
  async function outcomeOf(post: KeyedPost, tenant: Tenant, key: string): Promise<Answer> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      await up;
      counts.requests++;
      let last = 'no response';
      try {
        const body = post.body && JSON.stringify(post.body);
        const answer = await api(post, tenant).send('POST', post.path, body, {
          ...post.headers,
          'idempotency-key': key,
        });
        if (![409, 429, 500, 503].includes(answer.status)) return answer;
        last = JSON.stringify(answer.body);
        if (answer.status === 409) counts.waiting++;
        else counts.unknown++;
        const wait = 1_000 * Number(answer.headers.get('retry-after') ?? 0) || RETRY_MS;
        await delay(wait + random.between(0, MAX_MORE_MS));
      } catch {
        counts.unknown++;
        await delay(RETRY_MS); // the product was killed
      }
      if (performance.now() > giveUpAt) throw new Error(`${post.path} has no outcome: ${last}`);
    }
  }

  async function storm(batch: KeyedPost[]): Promise<void> {
    let finished = false;
    const work = batch.map(async (post) => {
      const key = randomUUID();
      answers.set(post, await Promise.all(Array.from({ length: REQUESTS }, () => outcomeOf(post, disturbed, key))));
    });
    const all = Promise.all(work).finally(() => (finished = true));
    for (const after of KILLS_AFTER_MS) {
      await Promise.race([all, delay(after + random.between(0, MAX_MORE_MS), undefined, { ref: false })]);
      if (finished) break;
      await (up = killable.restart());
      counts.kills++;
    }
    await all;
  }

  /** Sends each request once while no result can be recorded, and then until it has an outcome. */
  async function interrupt(sql: Database): Promise<void> {
    const keys = new Map(unrecorded.map((post) => [post, randomUUID()]));
    const send = (post: KeyedPost) =>
      api(post, interrupted).send('POST', post.path, post.body && JSON.stringify(post.body), {
        ...post.headers,
        'idempotency-key': keys.get(post)!,
      });
    const allowed = await forbidResults(sql);
    const unknown = await Promise.all(unrecorded.filter(({ operation }) => !remembersItself(operation)).map(send));
    expect(unknown.map(({ status }) => status)).toEqual(unknown.map(() => 503));
    await allowed();
    await Promise.all(
      unrecorded.map(async (post) => answers.set(post, [await outcomeOf(post, interrupted, keys.get(post)!)])),
    );
  }

  async function stored<T>(work: (stored: Stored) => Promise<T>): Promise<T> {
    const sql = await Database.open({ url: killable.databaseUrl(), applicationName: 'keyed-requests' });
    const connection = killable.eventStoreUrl === undefined ? undefined : new Connection(killable.eventStoreUrl);
    try {
      const { store } = await openEventStore(connection, sql);
      return await work({ sql, notices: new NoticeBoard(new AggregateStore(store, sql), new TimeSource()) });
    } finally {
      await connection?.close();
      await sql.close();
    }
  }

  beforeAll(async () => {
    killable = await start();
    calm = await newTenant(killable.product());
    disturbed = await newTenant(killable.product());
    interrupted = await newTenant(killable.product());
    await stored(async (access) => {
      undisturbed = await keyedPosts(killable.product(), calm, access);
      unrecorded = await keyedPosts(killable.product(), interrupted, access);
      posts = await keyedPosts(killable.product(), disturbed, access);
      await interrupt(access.sql);
    });
    for (const post of undisturbed) answers.set(post, [await outcomeOf(post, calm, randomUUID())]);
    for (let from = 0; from < posts.length; from += AT_ONCE) await storm(posts.slice(from, from + AT_ONCE));
  }, 1_800_000);
  afterAll(async () => {
    process.stderr.write(`keyed requests with seed ${seed}: ${JSON.stringify(counts)}\n`);
    await killable?.stop();
  });

  it('covers every POST of both API documents that accepts the header', async () => {
    const { product } = killable;
    const documented = new Set<string>();
    for (const [staff, base] of [
      [false, product().baseUrl],
      [true, product().backOfficeUrl],
    ] as const) {
      const { paths } = (await new Api(base, undefined).get('/openapi.json')).body;
      for (const [path, { post }] of Object.entries<any>(paths)) {
        const takesKey = post?.parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key');
        if (takesKey) documented.add(`${staff ? 'staff' : 'institution'} ${path.replace('/api/v1', '')}`);
      }
    }
    const sent = new Set(posts.map(({ staff, operation }) => `${staff ? 'staff' : 'institution'} ${operation}`));
    expect([...sent].sort()).toEqual([...documented].sort());
    expect(counts.kills).toBeGreaterThan(posts.length / AT_ONCE / 2);
  });

  it('returns one response for each key', () => {
    for (const [index, post] of posts.entries()) {
      const all = answers.get(post)!;
      const [calmly] = answers.get(undisturbed[index]!)!;
      const [completed] = answers.get(unrecorded[index]!)!;
      const where = { operation: post.operation, calmly: calmly!.body };
      expect({ ...where, status: calmly!.status }).toEqual({ ...where, status: post.success });
      const { status, body } = completed!;
      expect({ ...where, status, body }).toEqual({ ...where, status: post.success, body });
      for (const { status, body } of all) {
        expect({ ...where, status, body }).toEqual({ ...where, status: post.success, body: all[0]!.body });
      }
      const first = all.filter(({ headers }) => headers.get('idempotent-replayed') === null);
      expect({ ...where, first: Math.min(first.length, 2) }).not.toEqual({ ...where, first: 2 });
    }
  });

  it('has one effect for each key', async () => {
    await stored(async ({ sql }) => {
      const expected = await effectsOf(sql, calm.id);
      for (const { id } of [disturbed, interrupted]) {
        await until('the effects are the same', async () => {
          return JSON.stringify(await effectsOf(sql, id)) === JSON.stringify(expected);
        }).catch(() => {}); // the comparison below says what differs
        expect(await effectsOf(sql, id)).toEqual(expected);
      }
    });
  });
}
