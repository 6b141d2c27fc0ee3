import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Refusal } from '@probity/platform/errors';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { TenantEngines } from '../processing/tenant-engines';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestLists, person } from '../testing/test-lists';
import { stagesWithoutProviders } from '../testing/test-providers';
import { ListChanges } from './list-changes';
import { CustomerScreening } from './customer-screening';
import { RescreenCustomers, type RescreeningParts } from './rescreen-customers';
import { WatchlistIndex } from './watchlist-index';

let test: TestDatabase;
let database: Database;
let lists: TestLists;
let tenant: string;
let reported: any[];
let respond: (request: any) => Promise<unknown>;
let rescreening: RescreenCustomers;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.owner.query('DELETE FROM customer_risk.customers');
  await test.owner.query('DELETE FROM pipeline.rescreen_jobs');
  lists = new TestLists(database);
  tenant = randomUUID();
  reported = [];
  respond = () => Promise.resolve({ raised: [] });
  rescreening = worker();
});

function worker(on = database, pagesOfATurn?: number): RescreenCustomers {
  const commands = {
    send: async (_command: unknown, request: unknown) => {
      const answer = await respond(request);
      reported.push(request);
      return answer;
    },
  } as unknown as CommandBus;
  const index = new WatchlistIndex(on);
  const changes = new ListChanges(on, index);
  const parts: RescreeningParts = {
    database: on,
    commands,
    engines: new TenantEngines(new SettingsQueries(on)),
    screening: { refresh: () => index.refresh(), screenChanges: (...about) => changes.screen(...about) },
    stages: stagesWithoutProviders(new CustomerScreening(index)),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
  };
  return new RescreenCustomers(parts, pagesOfATurn);
}

/** Creates a customer for each name; returns their ids. */
async function customers(names: string[], tenantId = tenant): Promise<string[]> {
  const { rows } = await test.owner.query<{ id: string }>(
    `INSERT INTO customer_risk.customers
       (id, tenant_id, email_key, customer_type, kyc_status, risk_rating, profile, created_at, updated_at, revision)
     SELECT gen_random_uuid(), $1, n::text, 'individual', 'approved', 'low', json_build_object('email', 'a@example.org',
       'customer_type', 'individual', 'full_name', name, 'pep_status', 'none', 'account_refs', '[]'::json, 'tags',
       '[]'::json, 'beneficial_owners', '[]'::json, 'related_parties', '[]'::json, 'identity_documents', '[]'::json),
       '2026-01-01'::timestamptz + n * interval '1 second', '2026-01-01', 1
     FROM unnest($2::text[]) WITH ORDINALITY AS t (name, n) RETURNING id`,
    [tenantId, names],
  );
  return rows.map(({ id }) => id);
}

/** Repeats until this worker has done the work, because the previous worker releases its lock a moment later. */
async function rescreen(by = rescreening): Promise<void> {
  const limit = Date.now() + 10_000;
  while (!(await by.runOnce())) if (Date.now() > limit) throw new Error('no worker could rescreen');
}

const others = (count: number): string[] => Array.from({ length: count }, (_, n) => `Harmless Person${n}`);
const job = async () =>
  (
    await test.owner.query<any>(
      `SELECT customers::int, reported::int, failed::int, attempts, last_error, finished_at IS NOT NULL AS finished
       FROM pipeline.rescreen_jobs ORDER BY id DESC LIMIT 1`,
    )
  ).rows[0];
const about = (): string[] => reported.map(({ customer_id }) => customer_id).sort();

describe('after a change of a list', () => {
  it('every customer that matches an added entry is reported', async () => {
    const [hit] = await customers(['Ivan Petrov', ...others(3)]);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await rescreen();
    expect(reported).toEqual([
      {
        tenant_id: tenant,
        customer_id: hit,
        trigger_type: 'list_change',
        reason: 'screened again after a change of list tenant: 1 new match',
        occurred_at: expect.any(String),
        alerts: [expect.objectContaining({ trigger_ref: 'tenant:x', alert_type: 'sanctions_match' })],
      },
    ]);
    expect(await job()).toMatchObject({ customers: 4, reported: 1, failed: 0, finished: true });
    expect(await rescreening.runOnce()).toBe(false);
  });

  it('customers are compared with changed entries only', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await rescreen();
    await customers(['Ivan Petrov']);
    const [hit] = await customers(['Olga Smirnova']);
    await lists.add(tenant, person('y', 'Olga Smirnova'));
    await rescreen();
    expect(about()).toEqual([hit]);
  });

  it('tenants take turns: one with few customers does not wait for all customers of another', async () => {
    const other = randomUUID();
    await customers([...others(200), 'Ivan Petrov']);
    await customers(['Ivan Petrov'], other);
    for (const owner of [tenant, other]) await lists.add(owner, person('x', 'Ivan Petrov'));
    await rescreen(worker(database, 1));
    expect(reported.map(({ tenant_id }) => tenant_id)).toEqual([other, tenant]);
  });

  it('nothing is done for an entry that was removed again', async () => {
    await customers(['Ivan Petrov']);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await lists.delete(tenant, 'x');
    await rescreen();
    expect(reported).toEqual([]);
    expect(await job()).toMatchObject({ customers: 0, finished: true });
  });

  it("a tenant's own list concerns its customers, a shared list the customers of all tenants", async () => {
    const other = randomUUID();
    const [mine] = await customers(['Ivan Petrov']);
    const [theirs] = await customers(['Ivan Petrov'], other);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await rescreen();
    expect(about()).toEqual([mine]);
    reported = [];
    await lists.import(`list-${randomUUID()}`, [person('a', 'Ivan Petrov')]);
    await rescreen();
    expect(about()).toEqual([mine, theirs].sort());
  });

  it('the settings of each tenant apply', async () => {
    const elsewhere = randomUUID();
    await customers(['Ivan Petrov'], elsewhere);
    await customers(['Ivan Petrov']);
    const list = `list-${randomUUID()}`;
    for (const [id, settings] of [
      [elsewhere, { ...DEFAULT_SETTINGS, stages: { ...DEFAULT_SETTINGS.stages, screening: 'external' } }],
      [tenant, { ...DEFAULT_SETTINGS, screening: { ...DEFAULT_SETTINGS.screening, lists: ['another'] } }],
    ] as const) {
      await test.owner.query(
        "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
        [id, `t-${id}`],
      );
      await test.owner.query("INSERT INTO back_office.compliance_settings VALUES ($1, 1, $2, '', 'Ada', now())", [
        id,
        JSON.stringify(settings),
      ]);
    }
    await lists.import(list, [person('a', 'Ivan Petrov')]);
    await rescreen();
    expect(reported).toEqual([]);
    expect(await job()).toMatchObject({ customers: 2, finished: true });
  });

  it('an alert that was raised before is not reported again', async () => {
    await customers(['Ivan Petrov']);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await rescreen();
    const [{ customer_id, alerts }] = reported;
    await test.owner.query(
      `INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
         metadata, evidence, status, decisions, created_at, updated_at, revision)
       VALUES ($1, $2, $3, 'screening', '', 'high', '', '', '{}', '{}', 'dismissed', '[]', now(), now(), 0)`,
      [alerts[0].alert_id, tenant, customer_id],
    );
    await lists.add(tenant, person('x', 'Ivan Petrov', { countries: ['RU'] }));
    await rescreen();
    expect(reported).toHaveLength(1);
  });

  it('a stopped or killed job continues at its position', async () => {
    const names = others(450).map((name, n) => (n % 150 === 0 ? 'Ivan Petrov' : name));
    const ids = await customers(names);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    respond = async ({ customer_id }) => {
      if (customer_id === ids[300]) throw new Refusal('outcome_unknown', 'outcome_unknown', 'no answer');
      return {};
    };
    await expect(rescreen()).rejects.toThrow('no answer');
    expect(await job()).toMatchObject({ customers: 200, attempts: 1, last_error: 'no answer', finished: false });

    respond = () => Promise.resolve({});
    await rescreen(worker(await test.as(ROLES.pipeline)));
    expect(await job()).toMatchObject({ customers: 450, reported: 3, finished: true, last_error: null });
    expect(about()).toEqual([ids[0], ids[150], ids[300]].sort());
  });

  it('a customer that can never be reported is skipped after some attempts, and counted', async () => {
    const [broken, fine] = await customers(['Ivan Petrov', 'Olga Smirnova']);
    await lists.add(tenant, person('x', 'Ivan Petrov'), person('y', 'Olga Smirnova'));
    respond = async ({ customer_id }) => {
      if (customer_id === broken) throw new Error('the command failed');
      return {};
    };
    for (let tries = 1; tries < 5; tries++) await expect(rescreen()).rejects.toThrow('the command failed');
    await rescreen();
    expect(await job()).toMatchObject({ reported: 1, failed: 1, finished: true });
    expect(about()).toContain(fine);
  });

  it('only one process works at a time', async () => {
    await customers(['Ivan Petrov']);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    let answer = (): void => {};
    const asked = new Promise<void>((isAsked) => {
      respond = () =>
        new Promise((resolve) => {
          answer = () => resolve({});
          isAsked();
        });
    });
    const first = rescreening.runOnce();
    await asked;
    expect(await worker().runOnce()).toBe(false);
    answer();
    expect(await first).toBe(true);
    expect(reported).toHaveLength(1);
  });

  it('changes during the work are handled after it', async () => {
    const [one, other] = await customers(['Ivan Petrov', 'Olga Smirnova']);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    respond = async ({ customer_id }) => {
      if (customer_id === one) await lists.add(tenant, person('y', 'Olga Smirnova'));
      return {};
    };
    await rescreen();
    expect(about()).toEqual([one, other].sort());
  });

  it('the worker runs by itself until it is stopped', async () => {
    const [hit] = await customers(['Ivan Petrov']);
    const seen = new Promise<void>((resolve) => {
      respond = async () => {
        resolve();
        return {};
      };
    });
    rescreening.start();
    try {
      await lists.add(tenant, person('x', 'Ivan Petrov'));
      await seen;
    } finally {
      await rescreening.stop();
    }
    expect(about()).toEqual([hit]);
  });

  it('thousands of customers take seconds', async () => {
    await customers(Array.from({ length: 3_000 }, (_, n) => `${FIRST[n % 97]} ${LAST[Math.floor(n / 97)]}`));
    await lists.import(
      `list-${randomUUID()}`,
      Array.from({ length: 1_000 }, (_, n) => person(`e${n}`, `${LAST[n % 103]} ${FIRST[Math.floor(n / 103)]}son`)),
    );
    // Processor time, because other work may be running on this machine. That slows down even processor time: it was
    // between 2 and 6 s.
    const before = process.cpuUsage();
    await rescreen();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(10);
    expect(await job()).toMatchObject({ customers: 3_000, finished: true });
  }, 60_000);
});

const syllables = ['ka', 'lo', 'mi', 'ner', 'tos', 'vi', 'dra', 'bel', 'gun', 'zar', 'pe', 'shu', 'for', 'win', 'jo'];
const word = (n: number, salt: number): string =>
  [n * 7 + salt, n * 3 + 1, Math.floor(n / 15) + salt * 2].map((k) => syllables[k % syllables.length]).join('');
const FIRST = Array.from({ length: 97 }, (_, n) => word(n, 1));
const LAST = Array.from({ length: 104 }, (_, n) => word(n, 4));
