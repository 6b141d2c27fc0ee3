import { randomUUID } from 'node:crypto';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestLists, person } from '../testing/test-lists';
import { stagesWithoutProviders } from '../testing/test-providers';
import { CustomerScreening } from './customer-screening';
import { ScreenCustomerHandler } from './screen-customer.handler';
import { subjectsOfTransaction } from './transaction-subjects';
import { WatchlistIndex } from './watchlist-index';

let test: TestDatabase;
let database: Database;
let lists: TestLists;
let screening: CustomerScreening;
let handler: ScreenCustomerHandler;
let tenant: string;
const customer = randomUUID();
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
  lists = new TestLists(database);
  screening = new CustomerScreening(new WatchlistIndex(database));
  handler = new ScreenCustomerHandler(
    screening,
    stagesWithoutProviders(screening),
    new SettingsQueries(database),
    database,
  );
});
afterAll(() => test.drop());
beforeEach(() => {
  tenant = randomUUID();
});

const profile = (more: Partial<CustomerProfile> = {}): CustomerProfile => ({
  email: 'a@example.org',
  customer_type: 'individual',
  full_name: 'Ivan Petrov',
  pep_status: 'none',
  account_refs: [],
  tags: [],
  beneficial_owners: [],
  related_parties: [],
  identity_documents: [],
  ...more,
});
const screen = (given = profile(), tenant_id = tenant) =>
  handler.handle({ tenant_id, customer_id: customer, profile: given });

async function settings(given: object): Promise<void> {
  await test.owner.query(
    "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
    [tenant, `t-${tenant}`],
  );
  await test.owner.query("INSERT INTO back_office.compliance_settings VALUES ($1, 1, $2, 'because', 'Ada', now())", [
    tenant,
    JSON.stringify({ ...DEFAULT_SETTINGS, ...given }),
  ]);
}

describe('screening a customer', () => {
  it('matches an entry as soon as its addition is acknowledged', async () => {
    expect(await screen()).toEqual({ mode: 'native', entries: 0, alerts: [] });
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    expect(await screen()).toMatchObject({
      mode: 'native',
      entries: 1,
      alerts: [{ alert_type: 'sanctions_match', trigger_ref: 'tenant:x', evidence: { list_version: 1 } }],
    });
    await lists.delete(tenant, 'x');
    expect(await screen()).toMatchObject({ entries: 0, alerts: [] });
  });

  it('matches owners and related parties, each as a separate alert', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'), person('y', 'Olga Smirnova'));
    const given = profile({
      customer_type: 'corporate',
      full_name: undefined,
      business_name: 'Acme Trading',
      beneficial_owners: [{ name: 'Olga Smirnova' }, { name: 'olga  SMIRNOVA' }],
      related_parties: [{ name: 'Ivan Petrov' }],
    });
    const { alerts } = await screen(given);
    expect(alerts.map(({ match }) => [match!.subject, match!.entry_id]).sort()).toEqual([
      ['beneficial_owner', 'y'],
      ['related_party', 'x'],
    ]);
  });

  it('returns the same alert for the same pair, and another one for each entry', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'), person('y', 'Ivan Petrov'));
    const first = await screen();
    expect(new Set(first.alerts.map(({ alert_id }) => alert_id)).size).toBe(2);
    expect(await screen()).toEqual(first);
  });

  it('leaves out a pair that an officer dismissed, but no other pair', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'), person('y', 'Ivan Petrov'));
    const [dismissed, other] = (await screen()).alerts;
    const insert = (id: string, status: string) =>
      test.owner.query(
        `INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
           metadata, evidence, status, decisions, created_at, updated_at, revision)
         VALUES ($1, $2, $3, 'screening', 'sanctions_match', 'high', '', '', '{}', '{}', $4, '[]', now(), now(), 0)`,
        [id, tenant, customer, status],
      );
    await insert(dismissed!.alert_id, 'dismissed');
    await insert(other!.alert_id, 'open');
    expect((await screen()).alerts.map(({ alert_id }) => alert_id)).toEqual([other!.alert_id]);
  });

  it('says when there are more matches than alerts', async () => {
    await lists.add(tenant, ...Array.from({ length: 26 }, (_, n) => person(`e${n}`, 'Ivan Petrov')));
    await screening.refresh();
    const ownOnly = { ...DEFAULT_SETTINGS, screening: { ...DEFAULT_SETTINGS.screening, lists: [] } };
    const { alerts, evidence } = await screening.screenProfile(tenant, customer, profile(), ownOnly);
    expect(alerts).toHaveLength(25);
    expect(evidence.more_matches_of).toEqual(['Ivan Petrov']);
  });

  it('raises at most 250 alerts, and at least one for each subject that matches', async () => {
    await lists.add(tenant, ...Array.from({ length: 25 }, (_, n) => person(`e${n}`, 'Ivan Petrov')));
    await screening.refresh();
    const ownOnly = { ...DEFAULT_SETTINGS, screening: { ...DEFAULT_SETTINGS.screening, lists: [] } };
    const parties = Array.from({ length: 40 }, (_, n) => ({ name: `Ivan Petrov ${'x'.repeat(n % 3)}`.trim() + n }));
    const { alerts, evidence } = await screening.screenProfile(
      tenant,
      customer,
      { ...profile(), related_parties: parties },
      ownOnly,
    );
    expect(alerts).toHaveLength(250);
    expect(new Set(alerts.map(({ match }) => match!.subject_name)).size).toBe(41);
    expect(evidence.more_matches_of!.length).toBeGreaterThan(20);
  });

  it("ignores other tenants' entries", async () => {
    await lists.add(randomUUID(), person('x', 'Ivan Petrov'));
    expect(await screen()).toEqual({ mode: 'native', entries: 0, alerts: [] });
  });

  it('uses the lists and the threshold of the tenant', async () => {
    const [one, other] = [`list-${randomUUID()}`, `list-${randomUUID()}`];
    await lists.import(one, [person('a', 'Ivan Petrov')]);
    await lists.import(other, [person('b', 'Ivan Petrov')]);
    await settings({ screening: { threshold: 0.7, lists: [one] } });
    const answer = await screen();
    expect(answer).toMatchObject({ entries: 1, alerts: [{ trigger_ref: `${one}:a` }] });
    await test.owner.query(
      `UPDATE back_office.compliance_settings SET settings = jsonb_set(settings, '{screening,threshold}', '1') WHERE tenant_id = $1`,
      [tenant],
    );
    expect((await screen(profile({ full_name: 'Iwan Petrow' }))).alerts).toEqual([]);
  });

  it('uses the threshold of the first rule that applies to a match, and stores it', async () => {
    const [strict, lax] = [`list-${randomUUID()}`, `list-${randomUUID()}`];
    await lists.import(strict, [person('a', 'Iwan Petrow')]);
    await lists.import(lax, [person('b', 'Iwan Petrow')]);
    const thresholds = [
      { list: lax, subject: 'counterparty', threshold: 1 },
      { list: lax, threshold: 0.5 },
    ];
    await settings({ screening: { threshold: 1, thresholds, lists: [strict, lax] } });
    expect((await screen()).alerts).toMatchObject([{ trigger_ref: `${lax}:b`, evidence: { threshold: 0.5 } }]);
    const { settings: stored } = await new SettingsQueries(database).current(tenant);
    const subjects = subjectsOfTransaction({ counterparty: { name: 'Ivan Petrov' } }, profile());
    const other = await screening.screenTransaction(tenant, customer, subjects, stored);
    expect(other).toMatchObject({ alerts: [], evidence: { threshold: 1, thresholds } });
  });

  it('gives the places of alerts only to matches that reach their own threshold', async () => {
    const strict = `list-${randomUUID()}`;
    await lists.import(
      strict,
      Array.from({ length: 30 }, (_, n) => person(`e${n}`, 'Ivan Petrow')),
    );
    await lists.add(tenant, person('own', 'Ivan Petrow'));
    await settings({
      screening: { threshold: 0.7, thresholds: [{ list: strict, threshold: 1 }], lists: [strict] },
    });
    expect((await screen()).alerts).toMatchObject([{ trigger_ref: 'tenant:own' }]);
  });

  it('does nothing when the tenant screens elsewhere', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await settings({ stages: { ...DEFAULT_SETTINGS.stages, screening: 'external' } });
    expect(await screen()).toEqual({ mode: 'external', entries: 0, alerts: [] });
  });

  it('finds a customer by an alias', async () => {
    await lists.add(tenant, person('other name', 'Olga Smirnova'));
    await settings({ screening: { threshold: 0.7, lists: [] } });
    expect((await screen()).alerts).toEqual([]);
    const { alerts } = await screen(profile({ aliases: ['Olga Smirnova'] }));
    expect(alerts).toMatchObject([
      { match: { subject: 'customer', subject_name: 'Olga Smirnova', entry_id: 'other name' } },
    ]);
  });

  it('finds the vessels and the texts of a transaction, and says which part it was', async () => {
    const identifiers = [{ type: 'imo number', value: 'IMO 9187629' }];
    await lists.add(
      tenant,
      person('ship', 'Ocean Pearl', { schema: 'Vessel', identifiers }),
      person('x', 'Olga Smirnova'),
    );
    await screening.refresh();
    const ownOnly = { ...DEFAULT_SETTINGS, screening: { ...DEFAULT_SETTINGS.screening, lists: [] } };
    const description = 'freight for Olga Smirnova, inv 2231';
    const find = async (text: string) => {
      const vessels = [{ name: 'Sol', imo: '9187629', flag: 'PA' }];
      const subjects = subjectsOfTransaction({ vessels, description: text }, profile());
      return screening.screenTransaction(tenant, customer, subjects, ownOnly);
    };
    const { alerts, evidence } = await find(description);
    expect(alerts).toMatchObject([
      {
        title: expect.stringContaining('vessel "Sol" is like "Ocean Pearl"'),
        match: { subject: 'counterparty', part: 'vessel', subject_name: 'Sol', entry_id: 'ship' },
        evidence: { subject_part: 'vessel', features: { identifiers: 'same' } },
      },
      {
        title: expect.stringContaining('"Olga Smirnova" in the description is like "Olga Smirnova"'),
        match: {
          subject: 'counterparty',
          part: 'description',
          subject_name: 'Olga Smirnova',
          entry_id: 'x',
          score: 0.8,
        },
        evidence: { subject: { schema: 'Text', names: [description] } },
      },
    ]);
    expect(alerts[0]!.metadata).not.toHaveProperty('counterparty_country');
    expect(evidence.subjects).toEqual([
      { role: 'counterparty', part: 'vessel', name: 'Sol' },
      { role: 'counterparty', part: 'description', name: description },
    ]);
    const next = await find('freight for Olga Smirnova, inv 2232');
    expect(next.alerts.map(({ alert_id }) => alert_id)).toEqual(alerts.map(({ alert_id }) => alert_id));

    const idsFor = async (transaction: Parameters<typeof subjectsOfTransaction>[0]) => {
      const subjects = subjectsOfTransaction(transaction, profile());
      const found = await screening.screenTransaction(tenant, customer, subjects, ownOnly);
      return found.alerts.map(({ alert_id }) => alert_id);
    };
    const counterparty = { name: 'Olga Smirnova' };
    const known = alerts.map(({ alert_id }) => alert_id);
    expect(await idsFor({ vessels: [{ name: 'Ocean Pearl', flag: 'PA' }] })).toEqual([
      expect.not.stringMatching(known[0]!),
    ]);
    expect(await idsFor({ counterparty })).toEqual([expect.not.stringMatching(known[1]!)]);
    expect(await idsFor({ counterparty, description })).toHaveLength(1); // the text repeats the counterparty
  });

  it('stores the compared subject and lists for a counterparty', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov', { countries: ['RU'] }));
    await screening.refresh();
    const subjects = subjectsOfTransaction({ counterparty: { name: 'Ivan Petrov', country: 'RU' } }, profile());
    const ownOnly = { ...DEFAULT_SETTINGS, screening: { ...DEFAULT_SETTINGS.screening, lists: [] } };
    const { alerts, evidence } = await screening.screenTransaction(tenant, customer, subjects, ownOnly);
    expect(alerts).toMatchObject([
      { match: { subject: 'counterparty', subject_name: 'Ivan Petrov' }, metadata: { counterparty_country: 'RU' } },
    ]);
    expect(evidence).toEqual({
      entries: expect.any(Number),
      threshold: 0.7,
      scorer_version: SCORER_VERSION,
      subjects: [{ role: 'counterparty', name: 'Ivan Petrov' }],
      matches: [
        {
          alert_id: alerts[0]!.alert_id,
          list: 'tenant',
          entry_id: 'x',
          matched_name: 'Ivan Petrov',
          score: alerts[0]!.match!.score,
        },
      ],
    });
  });
});
