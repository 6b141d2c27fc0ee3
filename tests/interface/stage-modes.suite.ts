import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { dataOf } from './answers';
import { HASH } from './patterns';
import { eventually, freshName, freshRef, newCustomer, onboarding, outcomeOf, pay, riskView, send } from './customers';
import type { Product } from './product';
import { configurationFor, ProviderServer } from './provider-server';
import { CURRENCIES, newTenant, type Tenant } from './tenants';

const PLUGIN = 'generic-http';
const WHY = { reason: 'agreed' };
type Stage = 'kyc' | 'screening' | 'monitoring';

/** What runs a stage: the built-in engine, a provider on this machine, or nothing. */
export function stageModes(product: () => Product): void {
  const secret = randomBytes(16).toString('hex');
  let server: ProviderServer;
  let tenant: Tenant;
  const office = (path: string): string => `/tenants/${tenant.slug}${path}`;
  beforeAll(async () => (server = await ProviderServer.start()));
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.misbehave = undefined;
    server.respond = () => ({});
    tenant = await newTenant(product(), CURRENCIES.slice(0, 1));
    const { backOffice } = product();
    const configured = { configuration: configurationFor(server, secret), ...WHY };
    dataOf(await backOffice.put(office(`/providers/${PLUGIN}`), configured));
    dataOf(await backOffice.post(office(`/providers/${PLUGIN}/activate`), WHY));
  });

  const setMode = async (stage: Stage, mode: string, fallback = 'native') => {
    const settings = {
      stages: { [stage]: mode },
      ...(mode === 'plugin' && { providers: { [stage]: { plugin: PLUGIN, fallback } } }),
    };
    dataOf(await product().backOffice.send('PATCH', office('/settings'), JSON.stringify({ settings, ...WHY })));
  };
  const customer = (changes: object = {}) =>
    newCustomer(tenant, { account_refs: [freshRef()], full_name: freshName(), ...changes });
  const stageOf = async (eventId: string, name: Stage) =>
    (await outcomeOf(tenant, eventId)).stages.find(({ stage }) => stage === name);
  const kycStatus = async (one: { id: string }) => (await riskView(tenant, one)).customer.kyc_status;

  describe('a stage that a provider runs', () => {
    it('screening: its match is an alert with its origin, and in the risk view', async () => {
      const hit = { id: 'e1', list: 'sanctions', name: 'JANE DOE', score: 0.93, topics: ['sanction'] };
      server.respond = (_path, { name }) => ({ hits: name === 'Jane Doe' ? [hit] : [] });
      const one = await customer();
      await setMode('screening', 'plugin');
      const id = await pay(tenant, one, { counterparty: { name: 'Jane Doe' } });
      expect(await stageOf(id, 'screening')).toMatchObject({ mode: 'plugin', result: 'hit' });
      const { active_alerts, screening_results } = await riskView(tenant, one);
      expect(active_alerts).toMatchObject([
        {
          source: 'plugin',
          alert_type: 'sanctions_match',
          severity: 'critical',
          metadata: { source: 'plugin', plugin: PLUGIN, event_source: 'call:screening', payload_sha256: HASH },
        },
      ]);
      expect(screening_results).toMatchObject([{ plugin: PLUGIN, matched_name: 'JANE DOE' }]);
    });

    it('screening: a new customer is screened by it too', async () => {
      server.respond = (_path, { name }) => ({
        hits: [{ id: 'e2', list: 'peps', name, score: 0.9, topics: ['pep'] }],
      });
      await setMode('screening', 'plugin');
      const { active_alerts } = await riskView(tenant, await customer());
      expect(active_alerts).toMatchObject([{ source: 'plugin', alert_type: 'pep_match' }]);
    });

    it('monitoring: its decision is an alert', async () => {
      server.respond = (_path, { id }) => ({ id, outcome: 'decline', why: 'too fast' });
      const one = await customer();
      await setMode('monitoring', 'plugin');
      const id = await pay(tenant, one);
      expect(await stageOf(id, 'monitoring')).toMatchObject({ mode: 'plugin', result: 'alert' });
      expect((await riskView(tenant, one)).active_alerts).toMatchObject([{ title: 'too fast', severity: 'high' }]);
    });

    it('KYC: its rejection rejects the customer, and the institution cannot lift it', async () => {
      server.respond = () => ({ id: 'r1', answer: 'RED', comment: 'forged', labels: ['FORGERY'] });
      const one = await customer();
      await setMode('kyc', 'plugin');
      await outcomeOf(tenant, await send(tenant, onboarding(tenant, { customer_id: one.id, stage: 'documents' })));
      const { customer: rejected, active_alerts, identity_verification } = await riskView(tenant, one);
      expect(rejected.kyc_status).toBe('rejected');
      expect(active_alerts).toMatchObject([{ alert_type: 'kyc_rejected', metadata: { reject_labels: ['FORGERY'] } }]);
      expect(identity_verification).toMatchObject({ provider_decision: { plugin: PLUGIN, kyc_status: 'rejected' } });
      server.respond = () => ({ id: 'r1', answer: 'NEW' });
      for (const kyc_status of ['in_review', 'approved']) {
        await outcomeOf(tenant, await send(tenant, onboarding(tenant, { customer_id: one.id, kyc_status })));
        expect(await kycStatus(one)).toBe('rejected');
      }
      server.misbehave = (response) => response.writeHead(500).end();
      for (const kyc_status of ['in_review', 'approved']) {
        await outcomeOf(tenant, await send(tenant, onboarding(tenant, { customer_id: one.id, kyc_status })));
        expect(await kycStatus(one)).toBe('rejected');
      }
    });
  });

  describe('a provider that gives no usable result', () => {
    const MISBEHAVIOURS: [string, (response: ServerResponse) => void, string][] = [
      ['does not respond', () => {}, 'timeout'],
      ['returns 500', (response) => response.writeHead(500).end('{}'), 'failed'],
      ['returns no JSON', (response) => response.end('<html>'), 'not_understood'],
      ['returns another form', (response) => response.end('{"hits": 7}'), 'not_understood'],
      ['returns a huge body', (response) => response.end(`"${'x'.repeat(2_000_000)}"`), 'too_large'],
      ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'failed'],
    ];

    it.each(MISBEHAVIOURS)('%s: the fallback runs, and staff get a notice', async (_what, misbehave, failure) => {
      const one = await customer();
      await setMode('screening', 'plugin');
      server.misbehave = misbehave;
      const id = await pay(tenant, one, { counterparty: { name: 'Jane Doe' } });
      const stage = await stageOf(id, 'screening');
      expect(stage).toMatchObject({ evidence: { degraded: { plugin: PLUGIN, failure, fallback: 'native' } } });
      expect(JSON.stringify(stage)).not.toContain(secret);
      const notices = await eventually(
        'there is a notice',
        async () => dataOf<any[]>(await product().backOffice.get(office('/notices'))),
        (found) => found.length > 0,
      );
      expect(notices).toMatchObject([{ kind: 'stage_degraded', subject: `screening/${PLUGIN}` }]);
      expect(JSON.stringify(notices)).not.toContain(secret);
    });

    it('has no result with the fallback none', async () => {
      const one = await customer();
      await setMode('monitoring', 'plugin', 'none');
      server.misbehave = (response) => response.writeHead(503).end();
      expect(await stageOf(await pay(tenant, one), 'monitoring')).toMatchObject({ result: 'unavailable' });
    });
  });

  describe('the mode of a stage', () => {
    it('changes with the next event, and the change is audited', async () => {
      const one = await customer();
      const modes: unknown[] = [];
      for (const mode of ['external', 'plugin', 'native']) {
        await setMode('screening', mode);
        server.respond = () => ({ hits: [] });
        modes.push((await stageOf(await pay(tenant, one, { counterparty: { name: 'Jane Doe' } }), 'screening'))?.mode);
      }
      expect(modes).toEqual(['external', 'plugin', 'native']);
      const audit = dataOf<any[]>(await product().backOffice.get(office('/audit?action=settings.changed')));
      expect(audit).toHaveLength(3);
    });

    it('cannot be plugin without an active provider', async () => {
      dataOf(await product().backOffice.post(office(`/providers/${PLUGIN}/deactivate`), WHY));
      const settings = { stages: { kyc: 'plugin' }, providers: { kyc: { plugin: PLUGIN } } };
      expect(
        await product().backOffice.send('PATCH', office('/settings'), JSON.stringify({ settings, ...WHY })),
      ).toMatchObject({
        status: 400,
        body: { code: 'provider_unavailable' },
      });
    });

    it('keeps what a provider reported when it is deactivated', async () => {
      server.respond = (_path, { id }) => ({ id, outcome: 'decline', why: 'too fast' });
      const one = await customer();
      await setMode('monitoring', 'plugin');
      await outcomeOf(tenant, await pay(tenant, one));
      dataOf(await product().backOffice.post(office(`/providers/${PLUGIN}/deactivate`), WHY));
      const later = await stageOf(await pay(tenant, one), 'monitoring');
      expect(later).toMatchObject({ evidence: { degraded: { failure: 'inactive' } } });
      expect((await riskView(tenant, one)).active_alerts).toMatchObject([{ metadata: { plugin: PLUGIN } }]);
    });
  });
}
