import { Client } from 'pg';
import { Installation } from './installation';
import { Random } from './random';
import { until } from './until';
import { AlertLoad, prepareAlerts, registerEndpoint } from './webhook-load';
import { type StoredDelivery, WebhookQueue } from './webhook-queue';
import { type Behaviour, BEHAVIOURS, type SeenRequest, WebhookReceivers } from './webhook-receivers';

/** The number of kills; set PROBITY_TEST_CRASH_ROUNDS for a longer run. */
const ROUNDS = Number(process.env.PROBITY_TEST_CRASH_ROUNDS ?? 3);
const ROUND_PATIENCE_MS = 45_000;
/** Longer than the lease of a claim, so that a delivery that only its lease frees is finished too. */
const DRAIN_PATIENCE_MS = 90_000;

describe('webhooks under SIGKILL', () => {
  const seed = Date.now() % 1_000_000;
  const random = new Random(seed);
  let installation: Installation;
  let receivers: WebhookReceivers;
  let sql: Client | undefined;
  let alerts: string[] = [];
  let deliveries: { delivery: StoredDelivery; seen: SeenRequest[] }[] = [];

  beforeAll(
    async () => {
      receivers = await WebhookReceivers.start();
      installation = await Installation.create();
      sql = await connect();
      await prepareAlerts(installation);
      const endpoints = new Map<string, Behaviour>();
      for (const behaviour of BEHAVIOURS) {
        endpoints.set(await registerEndpoint(installation, behaviour, receivers.url(behaviour)), behaviour);
      }

      let startedAt = new Date();
      for (let round = 1; round <= ROUNDS; round++) {
        const load = new AlertLoad(installation, `round-${round}`, () => receivers.count / BEHAVIOURS.length);
        const enough = receivers.count + random.between(100, 500);
        await until('webhooks arrive', () => receivers.count >= enough);
        await installation.product.kill();
        await load.stop();
        await sql.end().catch(() => {}); // fails if the next start has already stopped the old Postgres
        startedAt = new Date();
        await installation.start();
        sql = await connect();
        await new WebhookQueue(sql).letTimePass(startedAt);
      }
      const queue = new WebhookQueue(sql);
      await until(
        'nothing waits to be sent',
        async () => {
          await queue.letTimePass(startedAt);
          await queue.expectNothingWaits();
          return true;
        },
        DRAIN_PATIENCE_MS,
      );
      alerts = await queue.alertsRaised();
      const seen = byDelivery(receivers, endpoints);
      deliveries = (await queue.deliveries()).map((delivery) => ({ delivery, seen: seen.get(key(delivery)) ?? [] }));
    },
    60_000 + ROUNDS * ROUND_PATIENCE_MS + DRAIN_PATIENCE_MS,
  );

  afterAll(async () => {
    const begun = sum(({ delivery }) => delivery.attempt_count);
    const cutOff = sum(({ delivery }) => delivery.attempt_count - delivery.attempts.length);
    process.stderr.write(
      `webhooks with seed ${seed}: ${ROUNDS} kills, ${alerts.length} alerts, ${deliveries.length} deliveries, ` +
        `${begun} attempts begun of which ${cutOff} were cut off, ${receivers.count} requests arrived\n`,
    );
    await sql?.end();
    await installation.remove();
    await receivers.stop();
  });

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: installation.databaseUrl });
    client.on('error', () => {}); // the connection breaks when the next start stops the old Postgres
    await client.connect();
    return client;
  };
  const sum = (of: (one: (typeof deliveries)[number]) => number): number =>
    deliveries.reduce((total, one) => total + of(one), 0);

  it('reports every alert to every endpoint', () => {
    expect(alerts.length).toBeGreaterThan(ROUNDS * 10);
    for (const behaviour of BEHAVIOURS) {
      const told = new Set(
        receivers
          .seen(behaviour)
          .filter(({ status }) => status === 200)
          .map(({ event_id }) => event_id),
      );
      expect({ behaviour, missing: alerts.filter((id) => !told.has(id)) }).toEqual({ behaviour, missing: [] });
      expect(told.size).toBe(alerts.length);
    }
  });

  it('stores one delivery per alert and endpoint, and leaves none unfinished', () => {
    expect(deliveries).toHaveLength(alerts.length * BEHAVIOURS.length);
    expect(new Set(deliveries.map(({ delivery }) => key(delivery))).size).toBe(deliveries.length);
    const left = deliveries.filter(
      ({ delivery: { status, due_at, claim } }) => status !== 'succeeded' || due_at !== null || claim !== null,
    );
    expect(left).toEqual([]);
  });

  it('gives every attempt a unique id', () => {
    const ids = BEHAVIOURS.flatMap((behaviour) => receivers.seen(behaviour).map(({ attempt_id }) => attempt_id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  /**
   * An attempt is counted when it is claimed, before it is sent. It is reported when it has ended. So for each
   * delivery: reported attempts <= attempts that a receiver saw <= counted attempts. An attempt that was counted
   * but not seen was cut off before it arrived. An attempt that was seen but not reported was cut off afterwards.
   */
  it('counts every attempt that a receiver saw, and reports none that it did not see', () => {
    for (const { delivery, seen } of deliveries) {
      const { attempts, attempt_count } = delivery;
      const seenIds = new Set(seen.map(({ attempt_id }) => attempt_id));
      expect(attempts.filter(({ id }) => !seenIds.has(id))).toEqual([]);
      expect(seenIds.size).toBeLessThanOrEqual(attempt_count);
      const numbers = attempts.map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(Math.max(...numbers)).toBe(attempt_count);
    }
  });

  it('was killed while attempts were in progress, some of which had arrived', () => {
    expect(sum(({ delivery }) => delivery.attempt_count - delivery.attempts.length)).toBeGreaterThan(0);
    expect(sum(({ delivery, seen }) => seen.length - delivery.attempts.length)).toBeGreaterThan(0);
  });

  it('reports the result of each attempt, and the last result of the delivery', () => {
    for (const { delivery, seen } of deliveries) {
      const answered = new Map(seen.map(({ attempt_id, status }) => [attempt_id, status]));
      const told = delivery.attempts.map(({ id, response_status }) => ({ id, response_status }));
      expect(told).toEqual(told.map(({ id }) => ({ id, response_status: answered.get(id) })));
      const last = seen.at(-1);
      expect({ id: delivery.attempts.at(-1)!.id, status: delivery.response_status }).toEqual({
        id: last?.attempt_id,
        status: last?.status,
      });
    }
    const failures = deliveries.flatMap(({ delivery }) =>
      delivery.attempts.filter(({ response_status }) => response_status === 500),
    );
    expect(failures.length).toBeGreaterThan(0);
  });
});

const key = ({ endpoint_id, event_id }: { endpoint_id: string; event_id: string }): string =>
  `${endpoint_id} ${event_id}`;

function byDelivery(receivers: WebhookReceivers, endpoints: Map<string, Behaviour>): Map<string, SeenRequest[]> {
  const seen = new Map<string, SeenRequest[]>();
  for (const [endpoint_id, behaviour] of endpoints) {
    for (const request of receivers.seen(behaviour)) {
      const id = key({ endpoint_id, event_id: request.event_id });
      seen.set(id, [...(seen.get(id) ?? []), request]);
    }
  }
  return seen;
}
