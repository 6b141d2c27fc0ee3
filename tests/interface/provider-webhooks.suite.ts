import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { Answer } from '../../testing/api';
import { SIGNAL_PROVIDER, signalProvider, signatureOf } from '../../testing/signal-provider';
import { Api } from '../../testing/api';
import { dataOf, envelope } from './answers';
import { HASH } from './patterns';
import { customersOf, eventually, freshRef, newCustomer, riskView } from './customers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const STATUSES = { GREEN: 'approved', RED: 'rejected' };
const FIELDS = { account_ref: '/account', kyc: { metadata: { reject_labels: '/labels' } } };
const WHY = { reason: 'agreed' };

/** Webhooks of providers, from the address that the provider calls to the customer. */
export function providerWebhooks(product: () => Product): void {
  let tenant: Tenant;
  let provider: Api;
  const secret = randomBytes(24).toString('hex');
  const office = (path: string): string => `/tenants/${tenant.slug}${path}`;
  const address = (slug = tenant.slug, plugin = SIGNAL_PROVIDER): string => `/providers/${plugin}/webhooks/${slug}`;
  beforeAll(async () => {
    tenant = await newTenant(product());
    provider = new Api(product().baseUrl, undefined);
    const { backOffice } = product();
    const configured = { configuration: signalProvider(secret, STATUSES, FIELDS), ...WHY };
    dataOf(await backOffice.put(office(`/providers/${SIGNAL_PROVIDER}`), configured));
    dataOf(await backOffice.post(office(`/providers/${SIGNAL_PROVIDER}/activate`), WHY));
  });

  const event = (changes: object = {}) => ({
    id: randomUUID(),
    type: 'identity.reviewed',
    at: '2026-03-02T09:15:00Z',
    result: 'RED',
    comment: 'the document is forged',
    labels: ['FORGERY'],
    ...changes,
  });
  const sign = (body: string, key = secret): string => signatureOf(body, key);
  const post = (body: string, signature = sign(body), path = address(), type = 'text/plain'): Promise<Answer> =>
    provider.send('POST', path, body, { 'x-signature': signature, 'content-type': type });
  const send = async (changes: object = {}): Promise<string> => {
    const sent = event(changes);
    expect(dataOf(await post(JSON.stringify(sent)))).toEqual({ received: 1 });
    return sent.id;
  };
  const signalOf = async (id: string): Promise<any> => {
    const signals = dataOf<any[]>(await product().backOffice.get(office('/provider-signals')));
    return signals.find((signal) => signal.provider_event_id === id);
  };
  const settled = (id: string, status: string) =>
    eventually(
      `signal ${id} is ${status}`,
      () => signalOf(id),
      (signal) => signal?.status === status,
    );

  describe('a webhook of a provider', () => {
    it('is rejected with 401 and one message, whatever is wrong', async () => {
      const body = JSON.stringify(event());
      const answers = [
        await post(body, sign(body, 'another secret')),
        await post(`${body} `, sign(body)),
        await provider.send('POST', address(), body),
        await post(body, sign(body), address('no-such-tenant')),
        await post(body, sign(body), address('%00')),
        await post(body, sign(body), address(tenant.slug, 'no-such-plugin')),
        await provider.withKey(tenant.key).send('POST', address(), body),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 401,
          body: { status: 'error', code: 'bad_signature', message: 'the webhook could not be verified' },
        });
      }
    });

    it('takes a body of any content type, and at most a megabyte', async () => {
      const body = JSON.stringify(event());
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream', '']) {
        expect((await post(body, sign(body), address(), type)).status).toBe(200);
      }
      const large = 'x'.repeat(1024 * 1024 + 1);
      expect(await post(large)).toMatchObject({ status: 413, body: envelope() });
    });

    it('gets 503 before it is read when those of its address take up too much memory', async () => {
      const { hostname, port, pathname } = new URL(product().baseUrl);
      const head = `POST ${pathname}${address()} HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n`;
      const slow = Array.from({ length: 9 }, () => connect(Number(port), hostname).on('error', () => {}));
      const answers = slow.map((socket) => new Promise((got) => socket.once('data', (part) => got(String(part)))));
      for (const socket of slow) socket.write(head);
      expect(await Promise.race(answers)).toMatch(/^HTTP\/1\.1 503/);
      for (const socket of slow) socket.destroy();
      const small = JSON.stringify(event());
      await eventually(
        'there is room again',
        () => post(small),
        ({ status }) => status === 200,
      );
    });

    it('of an unknown form is rejected after its signature', async () => {
      expect(await post('no JSON')).toMatchObject({ status: 400, body: { code: 'bad_webhook' } });
    });

    it('rejects its customer, raises an alert and leaves a trail', async () => {
      const ref = randomUUID();
      const customer = await newCustomer(tenant, { kyc_provider: SIGNAL_PROVIDER, kyc_provider_ref: ref });
      const id = await send({ applicant: ref });
      const signal = await settled(id, 'applied');
      expect(signal).toMatchObject({ customer_id: customer.id, plugin: SIGNAL_PROVIDER, payload_sha256: HASH });
      const view = await riskView(tenant, customer);
      expect(view.customer.kyc_status).toBe('rejected');
      expect(view.active_alerts).toMatchObject([
        {
          source: 'plugin',
          metadata: {
            source: 'plugin',
            plugin: SIGNAL_PROVIDER,
            event_source: 'identity.reviewed',
            payload_sha256: signal.payload_sha256,
            reject_labels: ['FORGERY'],
          },
        },
      ]);
      const audit = dataOf<any[]>(
        await product().backOffice.get(office(`/audit?subject_id=${customer.id}&action=kyc.rejected`)),
      );
      expect(audit).toMatchObject([{ actor: `provider:${SIGNAL_PROVIDER}` }]);
    });

    it('counts, whatever characters and times it has', async () => {
      const ref = freshRef();
      const customer = await newCustomer(tenant, { account_refs: [ref] });
      const comment = `forged \u0000 ${'x'.repeat(290)}👍`;
      const approval = { account: ref, result: 'GREEN', at: '2999-01-01T00:00:00Z' };
      await settled(await send(approval), 'applied');
      const at = new Date(Date.now() + 60_000).toISOString();
      await settled(await send({ account: ref, labels: ['\ud800'], comment, at }), 'applied');
      const view = await riskView(tenant, customer);
      expect(view.customer.kyc_status).toBe('rejected');
      expect(view.active_alerts).toMatchObject([{ metadata: { reject_labels: ['\uFFFD'] } }]);
      const nameless = JSON.stringify(event({ account: ref, labels: JSON.parse('['.repeat(50) + ']'.repeat(50)) }));
      expect(await post(nameless)).toMatchObject({ status: 400, body: { code: 'bad_webhook' } });
    });

    it('has its effect once, however often it arrives', async () => {
      const ref = freshRef();
      const customer = await newCustomer(tenant, { account_refs: [ref] });
      const body = JSON.stringify(event({ account: ref }));
      await Promise.all(Array.from({ length: 10 }, () => post(body)));
      await settled((JSON.parse(body) as { id: string }).id, 'applied');
      dataOf(await post(body));
      expect((await riskView(tenant, customer)).active_alerts).toHaveLength(1);
    });

    it('waits for its customer', async () => {
      const ref = randomUUID();
      const id = await send({ applicant: ref });
      expect(await settled(id, 'unresolved')).toMatchObject({ reason: 'no_customer', customer_id: null });
      const customer = await newCustomer(tenant, { kyc_provider_ref: ref });
      expect(await settled(id, 'applied')).toMatchObject({ customer_id: customer.id });
      const path = `${customersOf(tenant)}/${customer.id}/risk-view`;
      expect(dataOf(await tenant.api.get(path)).customer.kyc_status).toBe('rejected');
    });

    it('is rejected while the provider is inactive, and what it reported stays', async () => {
      const { backOffice } = product();
      const before = dataOf<any[]>(await backOffice.get(office('/provider-signals')));
      dataOf(await backOffice.post(office(`/providers/${SIGNAL_PROVIDER}/deactivate`), WHY));
      expect((await post(JSON.stringify(event()))).status).toBe(401);
      dataOf(await backOffice.post(office(`/providers/${SIGNAL_PROVIDER}/activate`), WHY));
      expect(dataOf<any[]>(await backOffice.get(office('/provider-signals')))).toHaveLength(before.length);
    });

    it('belongs to its tenant', async () => {
      const other = await newTenant(product());
      const body = JSON.stringify(event());
      expect((await post(body, sign(body), address(other.slug))).status).toBe(401);
      expect(dataOf(await product().backOffice.get(`/tenants/${other.slug}/provider-signals`))).toEqual([]);
    });
  });
}
