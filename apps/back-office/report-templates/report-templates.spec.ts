import { createHash, randomUUID } from 'node:crypto';
import { of } from 'rxjs';
import { aReport } from '@probity/activity-reports/testing/reported';
import { data, refused } from '../../../testing/test-office';
import { makeExist } from '../testing/existing';
import { at, office, patch, replies, sent, tenantId, test, WHY } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const TEXT = '{{kind}} about {{subject.name}}\n';
const LETTER = { name: 'Letter', media_type: 'text/plain', extension: 'txt', template: TEXT };
let letters = 0;
const letter = (changes: object = {}) => ({ ...LETTER, name: `Letter ${++letters}`, ...WHY, ...changes });
const add = (changes: object = {}) => office.post(at('/report-templates'), letter(changes));
const added = async (changes: object = {}) => data(await add(changes), 201) as { template_id: string; name: string };
const change = (id: string, expected_version: number, changes: object = {}) =>
  office.put(at(`/report-templates/${id}`), { ...letter(), expected_version, ...changes });
const remove = (id: string) => office.post(at(`/report-templates/${id}/remove`), WHY);
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

const APPROVED = `
  INSERT INTO customer_risk.reports (id, tenant_id, customer_id, case_id, kind, narrative, measures, indicators,
    event_ids, alert_ids, facts, status, version, drafted_by, approved_at, approved_by, entries, created_at, updated_at,
    revision)
  VALUES ($1, $2, $3, $3, 'STR', 'They moved money.', '', '{MULE}', '{}', '{}', $4, $5, 1, 'Ann', $6, $7, '[]', now(),
    now(), 0)`;
async function stored(status: 'draft' | 'approved' = 'approved', facts = aReport().facts): Promise<string> {
  const [report, customer] = [randomUUID(), randomUUID()];
  await makeExist(test.owner, tenantId, customer);
  const approval = status === 'approved' ? ['2026-03-02T09:15:00.000Z', 'Bea Reyes'] : [null, null];
  await test.owner.query(APPROVED, [report, tenantId, customer, JSON.stringify(facts), status, ...approval]);
  return report;
}
const exported = (report: string, template_id: string) =>
  office.post(at(`/reports/${report}/template-exports`), { template_id, ...WHY });

describe('templates of reports', () => {
  it('are added, changed as a new version and removed; every version stays readable', async () => {
    const { template_id: id, name } = await added();
    const path = at(`/report-templates/${id}`);
    expect(data(await office.get(path))).toMatchObject({
      ...LETTER,
      name,
      version: 1,
      sha256: sha(TEXT),
      removed_at: null,
    });
    const template = 'New: {{kind}}';
    expect(data(await change(id, 1, { name, template }))).toMatchObject({
      version: 2,
      template,
      sha256: sha(template),
    });
    // The same content again changes nothing.
    expect(data(await change(id, 1, { name, template }))).toMatchObject({ version: 2 });
    refused(await change(id, 1), 400, /has version 2/);
    expect(data(await office.get(`${path}?version=1`))).toMatchObject({ version: 1, template: TEXT });
    const ids = async () =>
      data(await office.get(at('/report-templates?limit=100'))).map((one: { template_id: string }) => one.template_id);
    expect(await ids()).toContain(id);
    expect(data(await remove(id))).toMatchObject({ version: 2, removed_at: expect.any(String) as string });
    expect(data(await remove(id))).toMatchObject({ version: 2 });
    expect(await ids()).not.toContain(id);
    refused(await change(id, 2), 400, /was removed/);
    expect(data(await office.get(`${path}/versions`))).toMatchObject([{ version: 2 }, { version: 1 }]);
    const { rows } = await test.owner.query<{ action: string }>(
      'SELECT action FROM back_office.audit_events WHERE subject_id = $1 ORDER BY at, id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'settings.report_template_saved',
      'settings.report_template_saved',
      'settings.report_template_removed',
    ]);
  });

  it.each<[string, object, RegExp]>([
    ['HTML', { media_type: 'text/html' }, /^media_type must be/],
    ['another type', { media_type: 'application/pdf' }, /^media_type must be/],
    ['a file that runs', { extension: 'exe' }, /^extension must be/],
    ['a path', { extension: '../x' }, /^extension must be/],
    ['a long text', { template: 'x'.repeat(65_537) }, /^template must have at most 65536/],
    ['a text of many bytes', { template: '\u20ac'.repeat(30_000) }, /more than 65536 bytes/],
    ['a syntax error', { template: 'a\n{{#subject}}' }, /line 2: Unclosed section/],
    ['an unknown field', { template: '{{subject.nam}}' }, /line 1: "subject.nam" is no field/],
    ['a value without escaping', { template: '{{{kind}}}' }, /without escaping/],
    ['a partial', { template: '{{>x}}' }, /partial/],
    ['malformed XML', { media_type: 'application/xml', template: '<a>' }, /well-formed/],
    ['no reason', { reason: ' ' }, /^reason must/],
  ])('are not added with %s', async (_what, body, message) => {
    refused(await add(body), 400, message);
  });

  it('have a name of their own', async () => {
    const { name } = await added();
    refused(await add({ name }), 400, /is called/);
    const { template_id: other } = await added();
    refused(await change(other, 1, { name }), 400, /is called/);
  });

  it('are added once for each Idempotency-Key', async () => {
    const [body, key] = [letter(), randomUUID()];
    const post = () => office.send('POST', at('/report-templates'), JSON.stringify(body), { 'idempotency-key': key });
    const [first, again] = [data(await post(), 201), data(await post(), 201)];
    expect(again).toEqual(first);
  });

  it('are tried with an example report, and nothing is saved', async () => {
    const tried = async (template: string, media_type = 'application/json') =>
      data(await office.post(at('/report-templates/preview'), { template, media_type }));
    const said = await tried('{"name": "{{subject.name}}"}');
    expect(said).toMatchObject({ problems: [], document: `{"name": "Amira O'Haddad"}` });
    expect(said.fields).toContain('transactions[].amount');
    expect(await tried('{')).toMatchObject({ problems: [expect.stringContaining('no JSON')], document: null });
  });

  it('belong to one tenant', async () => {
    const { template_id: id } = await added();
    const other = `t-${randomUUID()}`;
    data(await office.post('/tenants', { slug: other, name: 'T', ...WHY }), 201);
    const path = `/tenants/${other}/report-templates`;
    expect(data(await office.get(path))).toEqual([]);
    expect((await office.get(`${path}/${id}`)).status).toBe(404);
    expect((await office.post(`${path}/${id}/remove`, WHY)).status).toBe(404);
    expect((await office.put(`${path}/${id}`, { ...letter(), expected_version: 1 })).status).toBe(404);
  });

  it('are restored by a rebuild from the events, with every version', async () => {
    const { template_id: id } = await added();
    await change(id, 1, { template: 'New: {{kind}}' });
    const stored = async () => [
      data(await office.get(at(`/report-templates/${id}`))),
      data(await office.get(at(`/report-templates/${id}?version=1`))),
    ];
    const before = await stored();
    await test.owner.query('UPDATE back_office.report_templates SET template = $1', ['lost']);
    expect(await stored()).not.toEqual(before);
    replies['ledger.rebuild-projections'] = () => of({ streams: 0, streams_done: 0, events: 0, done: true });
    await test.rebuild();
    expect(await stored()).toEqual(before);
  });

  it('need two people when settings do: the proposal shows the text, and nothing changes before', async () => {
    const { template_id: id } = await added();
    data(await patch('/four-eyes', { policy: { settings: true }, ...WHY }));
    const proposal = data(await add(), 202);
    expect(proposal).toMatchObject({ action: 'change_settings', status: 'pending' });
    expect(proposal.shown.report_template).toMatchObject({ before: null, after: { template: TEXT } });
    expect(data(await change(id, 1), 202).shown.report_template.before).toMatchObject({ version: 1 });
    expect(data(await remove(id), 202).status).toBe('pending');
    expect(data(await office.get(at(`/report-templates/${id}`)))).toMatchObject({ version: 1, removed_at: null });
  });
});

describe('an approved report', () => {
  it('is exported with a template, whose version and hash the audit trail gets before', async () => {
    const { template_id, name } = await added();
    const report = await stored();
    const document = data(await exported(report, template_id));
    const said = Buffer.from(document.content, 'base64').toString();
    expect(said).toBe('STR about Amira Haddad\n');
    const template = { template_id, version: 1, name, media_type: 'text/plain', sha256: sha(TEXT) };
    expect(document).toMatchObject({ template, sha256: sha(said), bytes: said.length });
    expect(document.file_name).toMatch(/^STR-2026-03-02-[0-9a-f]{12}\.txt$/);
    expect(sent).toMatchObject([
      {
        name: 'customer-risk.record-template-export',
        request: { report_id: report, template, sha256: sha(said), bytes: said.length, ...WHY },
      },
    ]);
  });

  it('is not exported with what cannot write it, with a removed template, or as a draft', async () => {
    const xml = { media_type: 'application/xml', extension: 'xml', template: '<!-- {{subject.name}} --><a/>' };
    const { template_id: id } = await added(xml);
    const { facts } = aReport({ subject: { name: 'a -- b' } });
    refused(await exported(await stored('approved', facts), id), 400, /cannot write this report.*well-formed/);
    refused(await exported(await stored('draft'), id), 400, /is a draft/);
    const approved = await stored();
    expect((await exported(approved, randomUUID())).status).toBe(404);
    data(await remove(id));
    refused(await exported(approved, id), 400, /was removed/);
    expect(sent).toEqual([]);
  });
});
