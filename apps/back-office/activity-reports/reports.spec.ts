import { randomUUID } from 'node:crypto';
import { aReport } from '@probity/activity-reports/testing/reported';
import { data, refused } from '../../../testing/test-office';
import { makeExist } from '../testing/existing';
import { at, office, OPERATOR, patch, sent, tenantId, test, WHY } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

/** of the customer and of its case */
let id: string;
beforeEach(async () => {
  id = randomUUID();
  await makeExist(test.owner, tenantId, id);
});

const EVENT = `
  INSERT INTO pipeline.processed_events (event_id, tenant_id, event_type, payload, customer_id, received_at, processed_at,
    occurred_at, stages, alert_ids, transaction_id)
  VALUES ($1::uuid, $2, 'transaction', $3, $4, now(), now(), now(), '[]', '{}', $1::text)`;
const REPORT = `
  INSERT INTO customer_risk.reports (id, tenant_id, customer_id, case_id, kind, narrative, measures, indicators,
    event_ids, alert_ids, facts, status, version, drafted_by, approved_at, approved_by,
    proposed_by, entries, created_at, updated_at, revision)
  VALUES ($1, $2, $3, $3, 'STR', 'They moved money.', '', '{MULE}', $4, '{}', $5, $6, 1, 'Ann', $7, $8, $9, '[]', now(), now(), 0)`;

async function transaction(customer = id): Promise<string> {
  const event = randomUUID();
  const counterparty = { name: '<b>Acme</b>', country: 'ES' };
  const payload = {
    ...{ transaction_id: event, account_ref: 'ACC-1', amount: '12.345', currency: 'USD', direction: 'outbound' },
    ...{ occurred_at: '2026-03-01T10:15:00.000Z', method: 'wire', counterparty },
  };
  await test.owner.query(EVENT, [event, tenantId, JSON.stringify(payload), customer]);
  return event;
}
const NOT_APPROVED = [null, null, null, null];
async function stored(
  status: 'draft' | 'approved' | 'discarded',
  events: string[] = [],
  facts = aReport().facts,
): Promise<string> {
  const report = randomUUID();
  const [said, ...approval] =
    status === 'approved' ? [JSON.stringify(facts), '2026-03-02T09:15:00.000Z', 'Bea Reyes', 'Ann Lee'] : NOT_APPROVED;
  await test.owner.query(REPORT, [report, tenantId, id, events, said, status, ...approval]);
  return report;
}

const WRITTEN = { kind: 'STR', narrative: 'They moved money.', indicators: ['MULE'] };
const draft = (body: object = {}) => office.post(at(`/cases/${id}/reports`), { ...WRITTEN, ...WHY, ...body });
const ENTITY = {
  ...{ entity_name: 'Bank', entity_id: '17', address_line: 'Street 1', city: 'Hamburg', country: 'DE' },
  ...{ currency: 'EUR', contact_first_name: 'Jane', contact_last_name: 'Doe' },
};

describe('reports of suspicious activity', () => {
  it('are drafted from a case, with transactions of its customer', async () => {
    const event = await transaction();
    await draft({ event_ids: [event] });
    expect(sent).toEqual([
      {
        name: 'customer-risk.draft-report',
        request: {
          ...{ tenant_id: tenantId, report_id: expect.any(String) as string, case_id: id },
          ...{ ...WRITTEN, measures: '', event_ids: [event], alert_ids: [] },
          ...{ ...WHY, ...OPERATOR },
        },
      },
    ]);
    const [only] = data(await office.get(at(`/cases/${id}/reportable-transactions`)));
    expect(only).toMatchObject({ event_id: event, amount: '12.345', behind_alert: false });
  });

  it.each([
    ['without a narrative', { narrative: ' ' }, /^narrative must/],
    ['with markup as a code', { indicators: ['<x>'] }, /indicators must/],
    ['without a reason', { reason: '' }, /^reason must/],
  ])('are not drafted %s', async (_what, body, message) => {
    refused(await draft(body), 400, message);
  });

  it('have no transaction of another customer', async () => {
    const foreign = await transaction(randomUUID());
    expect((await draft({ event_ids: [foreign] })).status).toBe(404);
    expect(sent).toEqual([]);
  });

  it('say in words what keeps a draft from goAML, and are valid with settings and rates', async () => {
    const report = await stored('draft', [await transaction()]);
    const preview = async () => data(await office.get(at(`/reports/${report}/preview`)));
    expect((await preview()).problems).toContainEqual(expect.stringMatching(/^Set reporting.entity_id/));
    const wrong = { settings: { reporting: { entity_id: 'FIU', country: 'Germany' } }, ...WHY };
    refused(await patch('/settings', wrong), 400, /reporting.entity_id must be one to nine digits.*reporting.country/);
    data(await patch('/settings', { settings: { reporting: ENTITY }, ...WHY }));
    expect((await preview()).problems).toEqual([
      expect.stringMatching(/is in USD: set monitoring.rates.USD in the settings, with EUR/),
    ]);
  });

  it('need two people by default: the proposal names the version and no person', async () => {
    const report = await stored('draft');
    data(await patch('/four-eyes', { policy: { reports: true }, ...WHY }));
    sent.length = 0;
    const approve = (expected_version: number) =>
      office.post(at(`/reports/${report}/approve`), { expected_version, ...WHY });
    refused(await approve(2), 400, /has version 1/);
    expect(data(await approve(1), 202)).toMatchObject({
      ...{ action: 'approve_report', subject_type: 'report', subject_id: report, status: 'pending' },
      shown: { kind: 'STR', version: 1, case_id: id, transactions: 0, alerts: 0 },
    });
    expect(sent).toEqual([]);
    const careful = `t-${randomUUID()}`;
    data(await office.post('/tenants', { slug: careful, name: 'T', ...WHY }), 201);
    expect(data(await office.get(`/tenants/${careful}/four-eyes`)).policy.reports).toBe(true);
  });

  it('are not approved while the erasure of the customer is requested, and then show no counterparty', async () => {
    const event = await transaction();
    const report = await stored('draft', [event]);
    await test.owner.query('UPDATE customer_risk.customers SET restricted_at = now() WHERE id = $1', [id]);
    refused(await office.post(at(`/reports/${report}/approve`), { expected_version: 1, ...WHY }), 400, /erasure/);
    const { facts } = data(await office.get(at(`/reports/${report}/preview`)));
    expect(facts.transactions).toMatchObject([
      { event_id: event, counterparty_name: null, description: null, account_ref: null, reference: null },
    ]);
    expect(JSON.stringify(facts)).not.toContain('ACC-1');
    const listed = data(await office.get(at(`/cases/${id}/reportable-transactions`)));
    expect(listed).toMatchObject([{ event_id: event, counterparty_name: null, account_ref: null, reference: null }]);
    expect(sent).toEqual([]);
  });

  it('of a restricted customer do not name it in the preview, and are exported as they were approved', async () => {
    const alert = { alert_id: randomUUID(), alert_type: 'pep_match', severity: 'high', status: 'open' };
    const matched = { ...alert, title: 'Possible match: "Juan Perez"', raised_at: '2026-03-01T10:00:00.000Z' };
    const facts = { ...aReport().facts, alerts: [matched] };
    const report = await stored('approved', [], facts);
    expect(data(await office.get(at(`/reports/${report}/preview`))).facts).toEqual(facts);
    await test.owner.query('UPDATE customer_risk.customers SET restricted_at = now() WHERE id = $1', [id]);
    const preview = data(await office.get(at(`/reports/${report}/preview`)));
    expect(preview).toMatchObject({ problems: [], facts: { subject: { name: '[restricted]', risk_rating: 'high' } } });
    expect(preview.facts.transactions).toMatchObject([{ amount: '9500.10', account_ref: null, reference: null }]);
    expect(preview.facts.alerts).toMatchObject([{ title: '[restricted]' }]);
    const { customer_id: _, ...named } = facts.subject;
    const secrets = [named.name, named.email, named.phone, named.date_of_birth, named.address_line, 'crm-4711'];
    for (const secret of [...secrets, '533380006', 'Juan Perez', 'Deposit', 'REF-1', 'ACC-1001'])
      expect(JSON.stringify(preview)).not.toContain(secret);
    const exported = data(await office.post(at(`/reports/${report}/exports`), { format: 'goaml', ...WHY }));
    expect(Buffer.from(exported.content, 'base64').toString()).toContain(named.date_of_birth);
  });

  it('of a restricted customer do not show values in messages of the validation', async () => {
    const { facts } = aReport({ subject: { nationality: 'Secretland' } });
    const report = await stored('approved', [], facts);
    const problems = async () => data(await office.get(at(`/reports/${report}/preview`))).problems.join();
    expect(await problems()).toContain('Secretland');
    await test.owner.query('UPDATE customer_risk.customers SET restricted_at = now() WHERE id = $1', [id]);
    expect(await problems()).toMatch(/^The report is no valid goAML document/);
    expect(await problems()).not.toContain('Secretland');
  });

  it('are discarded as drafts, with a reason and the version that was seen', async () => {
    const report = await stored('draft');
    const discard = (body: object) => office.post(at(`/reports/${report}/discard`), body);
    refused(await discard({ expected_version: 1, reason: '' }), 400, /^reason must/);
    await discard({ expected_version: 1, ...WHY });
    const request = { tenant_id: tenantId, report_id: report, version: 1, ...WHY, ...OPERATOR };
    expect(sent).toEqual([{ name: 'customer-risk.discard-report', request }]);
    const discarded = await stored('discarded');
    expect(data(await office.get(at(`/reports/${discarded}/preview`))).problems).toEqual(['The draft was discarded.']);
    refused(await office.post(at(`/reports/${discarded}/exports`), { format: 'pdf', ...WHY }), 400, /was discarded/);
  });

  it.each([
    ['pdf', '%PDF-'],
    ['goaml', '<?xml'],
  ])('are exported as %s with the hash that the audit trail has', async (format, begins) => {
    const report = await stored('approved');
    const exported = data(await office.post(at(`/reports/${report}/exports`), { format, ...WHY }));
    expect(Buffer.from(exported.content, 'base64').toString('latin1').slice(0, 5)).toBe(begins);
    expect(sent).toMatchObject([
      {
        name: 'customer-risk.record-report-export',
        request: { report_id: report, format, sha256: exported.sha256, bytes: exported.bytes, ...WHY },
      },
    ]);
  });

  it('are not exported as a draft, nor as goAML when they lack something', async () => {
    const exported = (report: string, format = 'goaml') =>
      office.post(at(`/reports/${report}/exports`), { format, ...WHY });
    refused(await exported(await stored('draft'), 'pdf'), 400, /is a draft/);
    const { facts } = aReport({ entity: { entity_id: null } });
    refused(await exported(await stored('approved', [], facts)), 400, /Set reporting.entity_id in the settings/);
    expect(sent).toEqual([]);
  });

  it('are filed with the reference of the authority', async () => {
    const report = await stored('approved');
    const filing = (body: object) =>
      office.post(at(`/reports/${report}/filing`), { reference: 'FIU-1', ...WHY, ...body });
    for (const filed_on of ['soon', '2026-02-30']) refused(await filing({ filed_on }), 400, /^filed_on must be a day/);
    await filing({ filed_on: '2026-03-02' });
    expect(sent).toMatchObject([{ name: 'customer-risk.file-report', request: { reference: 'FIU-1' } }]);
    expect(
      (await office.post(at(`/reports/${randomUUID()}/filing`), { reference: 'F', filed_on: '2026-03-02', ...WHY }))
        .status,
    ).toBe(404);
  });

  it('are listed by case and status, and only in their tenant', async () => {
    const [drafted, approved] = [await stored('draft'), await stored('approved')];
    const ids = async (query: string) =>
      data(await office.get(at(`/reports?${query}`))).map((one: { id: string }) => one.id);
    expect((await ids(`case_id=${id}`)).sort()).toEqual([drafted, approved].sort());
    expect(await ids(`case_id=${id}&status=draft`)).toEqual([drafted]);
    expect((await ids(`customer_id=${id}`)).sort()).toEqual([drafted, approved].sort());
    expect(await ids(`customer_id=${randomUUID()}`)).toEqual([]);
    const other = `t-${randomUUID()}`;
    data(await office.post('/tenants', { slug: other, name: 'T', ...WHY }), 201);
    expect((await office.get(`/tenants/${other}/reports/${drafted}`)).status).toBe(404);
    const discard = { expected_version: 1, ...WHY };
    expect((await office.post(`/tenants/${other}/reports/${drafted}/discard`, discard)).status).toBe(404);
  });
});
