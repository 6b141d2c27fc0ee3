import { rmSync } from 'node:fs';
import { CUSTOMER_STREAM_PREFIX } from '@probity/contracts/customers/events';
import { StandInCluster } from '@probity/event-store/eventstoredb/testing/stand-in/cluster';
import { Api } from '../../testing/api';
import { raiseLimits } from '../../testing/raise-limits';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { Random } from '../crash/random';
import type { CreatedCustomer } from '../interface/customers';
import { newTenant, type Tenant } from '../interface/tenants';
import { type Creation, CustomerCreations } from './customer-creations';
import { type LeaderChange, leaderChanges } from './leader-changes';

/** for each change of the leader */
const CREATIONS = 50;
const CHANGES = 20;
const RESOLVED_WITHIN_MS = 10_000;
const PAGE = 100;
const TIMEOUT_MS = 900_000;

describe('customers that are created while the leader of EventStoreDB changes', () => {
  const seed = Number(process.env.PROBITY_TEST_SEED ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  let database: TestDatabase;
  let cluster: StandInCluster;
  let folder: string;
  let product: StandaloneProcess;
  let tenant: Tenant;
  let creations: CustomerCreations;
  /** how long each creation took after it began and a leader was there, in milliseconds */
  const waits = new Map<Creation, { ms: number; change: string }>();
  let leaders = 0;

  /** Creates a share of the customers while the leader changes. */
  async function createThrough(change: LeaderChange): Promise<void> {
    const before = cluster.leader;
    const creating = creations.create(CREATIONS);
    const rejoin = await change.run(cluster, random);
    const reachableAt = performance.now();
    if (cluster.leader !== before) leaders++;
    for (const creation of await creating) {
      const since = Math.max(creation.begunAt, reachableAt);
      const ms = Math.max(0, (creation.resolvedAt ?? Infinity) - since);
      waits.set(creation, { ms, change: change.name });
    }
    await rejoin();
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    cluster = await StandInCluster.start();
    folder = temporaryFolder('probity-creations-');
    product = await StandaloneProcess.start(folder, {
      DATABASE_URL: database.url,
      EVENTSTORE_URL: cluster.connectionString,
      LOG_LEVEL: 'warn',
    });
    const { base_url, back_office_url, operator_token } = product.demo;
    tenant = await newTenant({
      baseUrl: base_url,
      backOfficeUrl: back_office_url,
      operatorToken: operator_token,
      backOffice: new Api(back_office_url, operator_token),
    });
    await raiseLimits(product.demo, tenant.slug);
    creations = new CustomerCreations(tenant, random);

    const ended = product.ended();
    ended.catch(() => {}); // afterwards, it ends because it is stopped
    for (const change of leaderChanges(random)) await Promise.race([createThrough(change), ended]);
    const longest = [...waits.entries()].sort(([, one], [, other]) => other.ms - one.ms);
    const unknown = creations.all.filter((creation) => creation.unknown);
    const unknownWaits = unknown.map((creation) => waits.get(creation)!.ms);
    process.stderr.write(
      `${JSON.stringify({
        seed,
        creations: creations.all.length,
        leader_changes: leaders,
        unknown: unknown.length,
        unknown_keyed: unknown.filter(({ keyed }) => keyed).length,
        longest_unknown_ms: Math.round(Math.max(0, ...unknownWaits)),
        longest_ms: Math.round(longest[0]![1].ms),
        longest: longest.slice(0, 3).map(([{ before, keyed }, wait]) => ({ ...wait, before, keyed })),
        codes: creations.codes,
      })}\n`,
    );
  }, TIMEOUT_MS);

  afterAll(async () => {
    await product?.stop();
    await cluster?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The emails that do not belong to exactly one customer, the one that responses named. */
  const wrong = (customers: { id: string; email: string }[]): string[] => {
    const ids = new Map<string, string[]>();
    for (const { id, email } of customers) ids.set(email, [...(ids.get(email) ?? []), id]);
    return creations.all.flatMap(({ email, ids: named }) => {
      const found = ids.get(email) ?? [];
      return found.length === 1 && [...named].every((id) => id === found[0])
        ? []
        : [`${email}: found ${found.join()}, named ${[...named].join()}`];
    });
  };

  it('makes another node the leader each time, and some outcomes are unknown', () => {
    expect(leaders).toBe(CHANGES);
    expect(creations.all.filter(({ unknown, keyed }) => unknown && keyed)).not.toEqual([]);
    expect(creations.all.filter(({ unknown, keyed }) => unknown && !keyed)).not.toEqual([]);
  });

  it('resolves each creation within 10 s after a leader is there', () => {
    expect([...waits].filter(([, { ms }]) => ms > RESOLVED_WITHIN_MS)).toEqual([]);
    expect(creations.findings).toEqual([]);
  });

  it('lists each email once, with the id that responses gave for it', async () => {
    const listed: CreatedCustomer[] = [];
    for (let offset = 0, size = PAGE; size === PAGE; offset += size) {
      const { body } = await tenant.api.get(tenant.path(`/customers?limit=${PAGE}&offset=${offset}`));
      size = body.data.length as number;
      listed.push(...(body.data as CreatedCustomer[]));
    }
    expect(wrong(listed)).toEqual([]);
    expect(listed).toHaveLength(creations.all.length);
  });

  it('has each email in one row and one stream', async () => {
    const { rows } = await database.owner.query<{ id: string; email: string }>(
      "SELECT id, profile->>'email' AS email FROM customer_risk.customers WHERE tenant_id = $1",
      [tenant.id],
    );
    expect(wrong(rows)).toEqual([]);
    const streams = cluster.log.events
      .filter(({ stream, type }) => stream.startsWith(CUSTOMER_STREAM_PREFIX) && type === 'CustomerCreated')
      .filter(({ data }) => JSON.parse(new TextDecoder().decode(data)).tenant_id === tenant.id)
      .map(({ stream }) => stream.slice(CUSTOMER_STREAM_PREFIX.length));
    expect(streams.sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  it('blocks no email: each claim is used, and a further creation says whose email it is', async () => {
    const { rows } = await database.owner.query(
      'SELECT name, owner FROM customer_risk.claims WHERE tenant_id = $1 AND NOT used',
      [tenant.id],
    );
    expect(rows).toEqual([]);
    const others: string[] = [];
    for (const { email } of creations.all) {
      const answer = await creations.post(email);
      if (answer?.body?.code !== 'email_taken') others.push(`${email}: ${JSON.stringify(answer?.body)}`);
    }
    expect(others).toEqual([]);
  });
});
