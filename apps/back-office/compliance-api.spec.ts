import { randomUUID } from 'node:crypto';
import { invalid } from '@probity/platform/errors';
import { data, refused } from '../../testing/test-office';
import { ACTOR, OPERATOR, WHY, office, sent, replies, tenantId, at, test } from './testing/office-of-tenant';
import { makeExist } from './testing/existing';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const ID = randomUUID();

describe('the compliance API of the back office', () => {
  describe('a new tenant', () => {
    const create = () => office.post('/tenants', { slug: `n-${randomUUID()}`, name: 'N', ...WHY });

    it('gets the default rules', async () => {
      const { id } = data(await create(), 201);
      expect(sent).toEqual([{ name: 'pipeline.install-default-rules', request: { tenant_id: id, actor: 'system' } }]);
    });

    it('is created even if the rules cannot be installed', async () => {
      replies['pipeline.install-default-rules'] = () => {
        throw new Error('the pipeline is not available');
      };
      const created = data(await create(), 201);
      expect(data(await office.get(`/tenants/${created.slug}`))).toEqual(created);
    });
  });

  describe('decisions of officers', () => {
    const about = () => ({ tenant_id: tenantId });
    beforeEach(() => makeExist(test.owner, tenantId, ID));

    it.each<[string, string, object, string, object]>([
      [
        'POST',
        '/alerts/:id/resolve',
        { ...WHY, resolution: 'handled' },
        'customer-risk.resolve-alert',
        { alert_id: ID },
      ],
      ['POST', '/alerts/:id/dismiss', WHY, 'customer-risk.dismiss-alert', { alert_id: ID }],
      ['POST', '/alerts/:id/escalate', WHY, 'customer-risk.escalate-alert', { alert_id: ID }],
      ['POST', '/cases/:id/alerts', { ...WHY, alert_ids: [ID] }, 'customer-risk.add-alerts-to-case', { case_id: ID }],
      ['POST', '/cases/:id/notes', { note: 'n' }, 'customer-risk.add-case-note', { case_id: ID }],
      ['POST', '/cases/:id/close', { ...WHY, outcome: 'reported' }, 'customer-risk.close-case', { case_id: ID }],
      ['POST', '/events/:id/rerun', WHY, 'pipeline.rerun-event', { event_id: ID }],
    ])('%s %s is sent to its service with the officer and the reason', async (method, path, body, name, subject) => {
      const answer = await office.send(method, at(path.replace(':id', ID.toUpperCase())), JSON.stringify(body));
      expect(data(answer)).toEqual({ noted: name });
      const { as_seen: _, ...request } = sent[0]!.request;
      expect([{ ...sent[0], request }]).toEqual([{ name, request: { ...about(), ...subject, ...body, ...OPERATOR } }]);
      expect(sent).toHaveLength(1);

      for (const field of Object.keys(body)) {
        const without = JSON.stringify({ ...body, [field]: undefined });
        refused(await office.send(method, at(path.replace(':id', ID)), without), 400, new RegExp(field));
      }
      refused(await office.send(method, at(path.replace(':id', 'x')), JSON.stringify(body)), 400, /must be a UUID/);
      expect(sent).toHaveLength(1);
    });

    it('opening a case assigns it an id', async () => {
      const alert = randomUUID();
      const body = { customer_id: ID.toUpperCase(), title: 'T', alert_ids: [alert.toUpperCase(), alert], ...WHY };
      data(await office.post(at('/cases'), body), 201);
      const expected = {
        case_id: expect.any(String),
        customer_id: ID,
        title: 'T',
        alert_ids: [alert],
        ...WHY,
        ...OPERATOR,
      };
      expect(sent).toEqual([{ name: 'customer-risk.open-case', request: { ...about(), ...expected } }]);
      refused(await office.post(at('/cases'), { ...body, alert_ids: ['x'] }), 400, /alert_ids/);
      data(await office.post(at('/cases'), { ...body, alert_ids: undefined }), 201);
      expect(sent[1]!.request.alert_ids).toEqual([]);
    });

    it('the change of a KYC status names the officer', async () => {
      data(await office.put(at(`/customers/${ID}/kyc-status`), { to: 'approved', ...WHY }));
      const request = {
        customer_id: ID,
        to: 'approved',
        reason: 'because',
        actor_type: 'staff',
        ...ACTOR,
      };
      expect(sent).toEqual([{ name: 'customer-risk.change-kyc-status', request: { ...about(), ...request } }]);
      refused(await office.put(at(`/customers/${ID}/kyc-status`), { to: 'done', ...WHY }), 400, /^to must be one of/);
    });

    it('the change of a rule mode names the officer', async () => {
      data(await office.put(at(`/monitoring-rules/${ID}/mode`), { mode: 'shadow', reason: 'r', expected_version: 3 }));
      const request = {
        rule_id: ID,
        mode: 'shadow',
        reason: 'r',
        expected_version: 3,
        as_seen: expect.any(String),
        ...ACTOR,
      };
      expect(sent).toEqual([{ name: 'pipeline.update-monitoring-rule', request: { ...about(), ...request } }]);
    });

    it('return the error of the service', async () => {
      replies['customer-risk.dismiss-alert'] = () => {
        throw invalid('alert_closed', 'the alert was resolved before');
      };
      refused(await office.post(at(`/alerts/${ID}/dismiss`), WHY), 400, /resolved before/);
    });
  });

  describe('reading', () => {
    it.each([
      '/alerts?status=open&severity=critical&source=screening&alert_type=pep_match&customer_id=' + ID,
      '/cases?status=open&customer_id=' + ID,
      '/customers?email=a@b.c&external_id=e&kyc_status=pending&risk_rating=low&customer_type=individual',
      '/events?status=dead&event_type=transaction&customer_id=' + ID,
      '/monitoring-rules?mode=active',
      '/audit?subject_type=alert&subject_id=x&actor=system&action=a&since=2026-01-01&until=2026-02-01T00:00:00%2B01:00',
    ])('returns an empty list: %s', async (path) => {
      expect(data(await office.get(at(path)))).toEqual([]);
    });

    it.each<[string, RegExp]>([
      ['/alerts?status=new', /^status must be one of/],
      ['/alerts?customer_id=x', /^customer_id must be a UUID/],
      ['/cases?status=done', /^status must be one of/],
      ['/events?status=lost', /^status must be one of/],
      ['/customers?kyc_status=ok', /^kyc_status must be one of/],
      ['/monitoring-rules?mode=on', /^mode must be one of/],
      ['/audit?subject_type=banana', /^subject_type must be one of the following values: account, alert, api_key, b/],
      ['/audit?since=yesterday', /^since must be a day or a time/],
      ['/audit?sinse=2026-01-01', /^sinse is not a known field/],
    ])('rejects an invalid filter: %s', async (path, message) => {
      refused(await office.get(at(path)), 400, message);
    });

    it.each(['alerts', 'cases', 'customers', 'events', 'monitoring-rules'])(
      'returns 404 for an unknown id in %s',
      async (kind) => {
        refused(await office.get(at(`/${kind}/${ID}`)), 404, new RegExp(ID));
      },
    );

    it('returns 404 for the details of an unknown customer or rule', async () => {
      for (const path of ['customers/ID/risk-view', 'customers/ID/risk-history', 'monitoring-rules/ID/versions']) {
        refused(await office.get(at(`/${path.replace('ID', ID)}`)), 404, new RegExp(ID));
      }
    });

    it('returns 404 for an unknown tenant', async () => {
      for (const path of ['alerts', 'cases', 'customers', 'events', 'monitoring-rules', 'audit', 'settings']) {
        refused(await office.get(`/tenants/unknown-tenant/${path}`), 404, /tenant unknown-tenant was not found/);
      }
    });
  });

  describe('a backtest', () => {
    const draft = { name: 'draft' };
    const asked = { definition: draft };

    it('is started and cancelled in the name of the officer', async () => {
      data(await office.post(at('/monitoring-rules/backtests'), { ...asked, from: '2026-01-01' }), 201);
      data(await office.post(at(`/monitoring-rules/backtests/${ID}/cancel`), {}));
      const period = { from: '2026-01-01T00:00:00.000Z', to: undefined };
      const about = { tenant_id: tenantId, backtest_id: expect.any(String), ...ACTOR };
      expect(sent).toEqual([
        { name: 'pipeline.start-backtest', request: { ...about, definition: draft, ...period, max_examples: 10 } },
        {
          name: 'pipeline.cancel-backtest',
          request: { tenant_id: tenantId, backtest_id: ID, ...ACTOR },
        },
      ]);
    });

    it('that does not exist is not found', async () => {
      refused(await office.get(at(`/monitoring-rules/backtests/${ID}`)), 404, /backtest .* was not found/);
      expect(data(await office.get(at('/monitoring-rules/backtests')))).toEqual([]);
    });

    it.each<[object, RegExp]>([
      [{}, /^definition must be a JSON object/],
      [{ definition: draft, officer: 'j.smith' }, /^officer is not a known field/],
      [{ ...asked, max_examples: 101 }, /^max_examples must not be greater than 100/],
      [{ ...asked, from: '2026-02-30' }, /^from must be a day or a time/],
    ])('rejects %j', async (body, message) => {
      refused(await office.post(at('/monitoring-rules/backtests'), body), 400, message);
    });
  });

  describe('shared watchlists', () => {
    it('are empty at first', async () => {
      expect(data(await office.get('/watchlists'))).toEqual([]);
    });

    it('are imported in three steps', async () => {
      const begin = { format: 'ofac-sdn' };
      data(await office.post('/watchlists/ofac-sdn/imports', begin), 201);
      const { import_id } = sent[0]!.request;
      const entries = [{ id: '1', names: [] }];
      data(await office.post(`/watchlists/ofac-sdn/imports/${import_id}/entries`, { entries }));
      data(await office.post(`/watchlists/ofac-sdn/imports/${import_id}/finish`, { ...WHY, odd: 13, skipped: 0 }));
      const about = { list: 'ofac-sdn', import_id };
      expect(sent).toEqual([
        { name: 'pipeline.begin-watchlist-import', request: { ...about, ...begin, ...OPERATOR } },
        { name: 'pipeline.import-watchlist-batch', request: { ...about, entries } },
        {
          name: 'pipeline.finish-watchlist-import',
          request: { ...about, allow_removal: false, odd: 13, skipped: 0, ...OPERATOR, ...WHY },
        },
      ]);
    });

    it('accept an import id, so that an interrupted import can continue', async () => {
      const begin = { format: 'ofac-sdn', import_id: ID.toUpperCase() };
      data(await office.post('/watchlists/ofac-sdn/imports', begin), 201);
      expect(sent[0]!.request.import_id).toBe(ID);
    });

    it.each<[string, object, RegExp]>([
      ['/watchlists/OFAC/imports', { format: 'f' }, /^list must be/],
      ['/watchlists/tenant/imports', { format: 'f' }, /^list must be/],
      ['/watchlists/tenant-x/imports', { format: 'f' }, /^list must be/],
      ['/watchlists/a/imports', { format: 'two words' }, /^format must be a word/],
      [`/watchlists/a/imports/${ID}/entries`, {}, /^entries must be a list of objects/],
      [`/watchlists/a/imports/${ID}/entries`, { entries: [] }, /^entries must not be empty/],
      [`/watchlists/a/imports/${ID}/entries`, { entries: Array(1_001).fill({}) }, /^entries must have at most 1000/],
      [`/watchlists/a/imports/${ID}/entries`, { entries: [{}, 'x'] }, /^entries\[1\] must be a JSON object/],
      [`/watchlists/a/imports/${ID}/finish`, {}, /^reason must be a string/],
      [`/watchlists/a/imports/${ID}/finish`, { odd: -1, ...WHY }, /^odd must not be less than 0/],
      [`/watchlists/a/imports/${ID}/finish`, { allow_removal: 'yes', ...WHY }, /^allow_removal must be a boolean/],
    ])('reject %s %j', async (path, body, message) => {
      refused(await office.post(path, body), 400, message);
      expect(sent).toEqual([]);
    });
  });
});
