import { randomUUID } from 'node:crypto';
import { Api } from '../../testing/api';
import { SIGNAL_PROVIDER, signalProvider, signatureOf } from '../../testing/signal-provider';
import { deposit, newBook } from '../interface/books';
import {
  freshEmail,
  freshName,
  freshRef,
  listedPerson,
  newCustomer,
  riskView,
  ruleFor,
  send,
  transaction,
} from '../interface/customers';
import type { Product } from '../interface/product';
import { done, freshSlug, type Tenant } from '../interface/tenants';
import { newEndpoint, webhookBody } from '../interface/webhooks';
import { deskPosts } from './desk-posts';
import { reportPosts } from './report-posts';
import { expectOk, type KeyedPost, ofTenant, type Stored, WHY } from './keyed-post';
import { until } from './until';

const SECRET = 'the secret of the webhooks of a test';
const LISTS = 'moov-watchman';

/** Creates what the requests need in the tenant, and returns one request for each operation. */
export async function keyedPosts(product: Product, tenant: Tenant, stored: Stored): Promise<KeyedPost[]> {
  return [
    ...(await officePosts(product, tenant, stored)), // first, because an import that gets no request is abandoned
    ...(await ledgerPosts(tenant)),
    ...(await staffPosts(product, tenant)),
    ...(await compliancePosts(product, tenant)),
    ...(await deskPosts(product, tenant, stored)),
    ...(await reportPosts(product, tenant)),
    ...(await backtestPosts(tenant, stored)),
    ...(await webhookPosts(product, tenant, stored)),
    ...(await providerPosts(product, tenant)),
  ];
}

async function ledgerPosts(tenant: Tenant): Promise<KeyedPost[]> {
  const post = ofTenant(tenant, false);
  const office = ofTenant(tenant, true);
  const book = await newBook(tenant);
  const account = { code: freshRef(), name: 'Cash', account_type: 'asset' };
  return [
    post('/ledgers', { name: 'Funds', currency: 'USD' }),
    post('/ledgers/{ledgerId}/accounts', account, 201, { ledgerId: book.ledgerId }),
    post('/postings', deposit(book, '100', { idempotency_key: undefined })),
    office('/ledgers/{ledgerId}/signing-key', WHY, 201, { ledgerId: book.ledgerId }),
    office('/checkpoint-key', WHY),
  ];
}

async function staffPosts({ backOffice }: Product, tenant: Tenant): Promise<KeyedPost[]> {
  const office = ofTenant(tenant, true);
  const named = () => ({ name: freshName(), email: freshEmail(), ...WHY });
  const created = async (path: string, body: object): Promise<string> => {
    const { id, account_id = id } = await done<{ id: string; account_id?: string }>(backOffice, path, body);
    return account_id;
  };
  const person = () => created(tenant.path('/staff/people'), { ...named(), roles: ['analyst'] });
  const service = { name: 'export', roles: ['auditor'], ...WHY };
  const operator = () => created('/operators', named());
  const ofOperator = (what: string, id: string, success: number): KeyedPost => {
    const operation = `/operators/{staffId}/${what}`;
    return { operation, staff: true, path: operation.replace('{staffId}', id), body: WHY, success };
  };
  const staffId = await created(tenant.path('/staff/services'), service);
  const accessId = await created(tenant.path('/emergency-access'), { roles: ['auditor'], minutes: 5, ...WHY });
  const keyId = await created(tenant.path('/api-keys'), { scopes: ['read'], ...WHY });
  return [
    office('/staff/people', { ...named(), roles: ['analyst'] }),
    office('/staff/services', service),
    office('/staff/{staffId}/invite', WHY, 201, { staffId: await person() }),
    office('/staff/{staffId}/disable', WHY, 200, { staffId: await person() }),
    office('/staff/{staffId}/enable', WHY, 200, { staffId: await person() }),
    office('/staff/{staffId}/tokens', { label: 'server', ...WHY }, 201, { staffId }),
    office('/emergency-access', { roles: ['auditor'], minutes: 5, ...WHY }),
    office('/emergency-access/{accessId}/end', WHY, 200, { accessId }),
    office('/api-keys/{keyId}/rotate', { overlap_hours: 1, reason: 'a test' }, 201, { keyId }),
    { operation: '/operators', staff: true, path: '/operators', body: named(), success: 201 },
    ofOperator('invite', await operator(), 201),
    ofOperator('disable', await operator(), 200),
    ofOperator('enable', await operator(), 200),
  ];
}

async function compliancePosts({ backOffice }: Product, tenant: Tenant): Promise<KeyedPost[]> {
  const post = ofTenant(tenant, false);
  const office = ofTenant(tenant, true);
  const alert = async () => {
    const name = freshName();
    await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(name));
    const customer = await newCustomer(tenant, { email: freshEmail(), full_name: name });
    return { customerId: customer.id, alertId: (await riskView(tenant, customer)).active_alerts[0]!.id };
  };
  const opened = async (customer_id: string): Promise<string> => {
    const body = { customer_id, title: 'Review', alert_ids: [], ...WHY };
    return (await done<{ id: string }>(backOffice, tenant.path('/cases'), body)).id;
  };
  const [resolved, dismissed, escalated, added] = [await alert(), await alert(), await alert(), await alert()];
  const caseOf = { caseId: await opened(added.customerId) };
  const analyst = { name: 'review', roles: ['analyst'], ...WHY };
  const { id: assignee } = await done<{ id: string }>(backOffice, tenant.path('/staff/services'), analyst);
  const closing = { caseId: await opened(resolved.customerId) };
  return [
    post('/customers', { email: freshEmail(), full_name: freshName() }),
    { ...post('/events', transaction(tenant, freshRef()), 202), operation: '/events/webhook', path: '/events/webhook' },
    post('/monitoring-rules', ruleFor('XTS')),
    post('/watchlist-entries', listedPerson(freshName())),
    office('/alerts/{alertId}/resolve', { resolution: 'handled', ...WHY }, 200, resolved),
    office('/alerts/{alertId}/dismiss', WHY, 200, dismissed),
    office('/alerts/{alertId}/escalate', WHY, 200, escalated),
    office('/alerts/{alertId}/assign', { assignee }, 200, added),
    office('/alerts/{alertId}/snooze', { until: new Date(Date.now() + 86_400_000).toISOString(), ...WHY }, 200, added),
    office('/customers/{customerId}/erasure', { relationship_ended_on: '2026-01-01', ...WHY }, 200, resolved),
    office('/customers/{customerId}/erasure/withdraw', WHY, 204, escalated),
    office('/cases', { customer_id: dismissed.customerId, title: 'Review', alert_ids: [], ...WHY }),
    office('/cases/{caseId}/alerts', { alert_ids: [added.alertId], ...WHY }, 200, caseOf),
    office('/cases/{caseId}/notes', { note: 'Asked for invoices' }, 200, caseOf),
    office('/cases/{caseId}/close', { outcome: 'no_action', ...WHY }, 200, closing),
  ];
}

/** A row that looks like a running backtest keeps the others in line, so that each can be cancelled. */
const OCCUPY = `
  INSERT INTO pipeline.backtests (id, tenant_id, definition, max_examples, started_by, started_at, revision, claim,
    lease_until)
  VALUES (gen_random_uuid(), $1, '{"name": "a test"}', 0, 'institution', now(), 0, gen_random_uuid(),
    now() + interval '1 day')`;

async function backtestPosts(tenant: Tenant, { sql }: Stored): Promise<KeyedPost[]> {
  const post = ofTenant(tenant, false);
  const office = ofTenant(tenant, true);
  const path = '/monitoring-rules/backtests';
  await sql.query(OCCUPY, [tenant.id]);
  const waiting = async () => ({
    backtestId: (await done<{ id: string }>(tenant.api, tenant.path(path), ruleFor('XTS'))).id,
  });
  return [
    post(path, ruleFor('XTS')),
    office(path, { definition: ruleFor('XTS') }),
    post(`${path}/{backtestId}/cancel`, undefined, 200, await waiting()),
    office(`${path}/{backtestId}/cancel`, {}, 200, await waiting()),
  ];
}

async function webhookPosts({ backOffice }: Product, tenant: Tenant, { sql }: Stored): Promise<KeyedPost[]> {
  const post = ofTenant(tenant, false);
  const office = ofTenant(tenant, true);
  const endpoint = async () => ({ endpointId: (await newEndpoint(tenant)).id });
  const tested = async () => {
    const { endpointId } = await endpoint();
    const path = tenant.path(`/webhooks/${endpointId}/test`);
    const { body } = await backOffice.post(path, {});
    return { endpointId, deliveryId: body.data.id as string };
  };
  const [resent, replayed, disabled] = [await tested(), await tested(), await endpoint()];
  await backOffice.post(tenant.path(`/webhooks/${disabled.endpointId}/disable`), WHY);
  const given = `UPDATE webhooks.deliveries SET status = 'failed', due_at = NULL, claim = NULL, lease_until = NULL
    WHERE tenant_id = $1 AND lease_until IS NULL AND due_at IS NOT NULL`;
  const waiting = 'SELECT FROM webhooks.deliveries WHERE tenant_id = $1 AND due_at IS NOT NULL';
  await until('the deliveries have failed', async () => {
    await sql.query(given, [tenant.id]);
    return (await sql.query(waiting, [tenant.id])).rowCount === 0;
  });
  return [
    post('/webhooks', webhookBody()),
    post('/webhooks/{endpointId}/rotate-secret', undefined, 200, await endpoint()),
    office('/webhooks/{endpointId}/disable', WHY, 200, await endpoint()),
    office('/webhooks/{endpointId}/enable', WHY, 200, disabled),
    office('/webhooks/{endpointId}/test', {}, 200, await endpoint()),
    office('/webhooks/{endpointId}/replay', { since: '2026-01-01T00:00:00Z', ...WHY }, 200, replayed),
    office('/webhook-deliveries/{deliveryId}/resend', WHY, 200, resent),
  ];
}

async function providerPosts(product: Product, tenant: Tenant): Promise<KeyedPost[]> {
  const office = ofTenant(tenant, true);
  const { backOffice } = product;
  const path = (below: string) => tenant.path(`/providers/${below}`);
  await expectOk(
    backOffice.put(path(SIGNAL_PROVIDER), { configuration: signalProvider(SECRET, { GREEN: 'approved' }), ...WHY }),
  );
  await expectOk(backOffice.put(path(LISTS), { configuration: { base_url: 'https://api.example.com' }, ...WHY }));
  await expectOk(backOffice.post(path(`${SIGNAL_PROVIDER}/activate`), WHY));
  const report = { id: randomUUID(), type: 'identity.reviewed', at: '2026-03-01T00:00:00Z', applicant: randomUUID() };
  const raw = JSON.stringify({ ...report, result: 'GREEN', comment: 'a test' });
  const headers = { 'x-signature': signatureOf(raw, SECRET) };
  const provider = new Api(product.baseUrl, undefined);
  await expectOk(provider.send('POST', `/providers/${SIGNAL_PROVIDER}/webhooks/${tenant.slug}`, raw, headers));
  let signalId = '';
  await until('the signal matches no customer', async () => {
    const { body } = await backOffice.get(tenant.path('/provider-signals?status=unresolved'));
    signalId = body.data[0]?.id ?? '';
    return signalId !== '';
  });
  return [
    office('/providers/{plugin}/activate', WHY, 200, { plugin: LISTS }),
    office('/providers/{plugin}/deactivate', WHY, 200, { plugin: SIGNAL_PROVIDER }),
    office('/providers/{plugin}/test', undefined, 200, { plugin: LISTS }),
    office('/provider-signals/{signalId}/retry', WHY, 200, { signalId }),
  ];
}

async function officePosts({ backOffice }: Product, tenant: Tenant, { sql, notices }: Stored): Promise<KeyedPost[]> {
  const office = ofTenant(tenant, true);
  const eventId = await send(tenant, transaction(tenant, freshRef()));
  await until('the event is dead', async () => {
    const text = "UPDATE pipeline.inbox SET status = 'dead' WHERE event_id = $1 AND status = 'unresolved'";
    return (await sql.query(text, [eventId])).rowCount === 1;
  });
  // No service has this name, so that the letter stays listed.
  const letter = { service: 'a test', message: `tenant-${tenant.id}@0` };
  await sql.query("SELECT platform.keep_dead_letter($1, $2, 'fact', 'a test', $3, 0, 'a test', 5)", [
    ...[letter.service, letter.message],
    `tenant-${tenant.id}`,
  ]);
  const begin = async (list: string): Promise<string> =>
    (await done<{ import_id: string }>(backOffice, `/watchlists/${list}/imports`, { format: 'test' })).import_id;
  const unknown = { topics: ['sanction'], birth_dates: [], countries: [], identifiers: [], programs: [] };
  const entries = [{ id: '1', schema: 'Person', names: [{ name: freshName(), quality: 'primary' }], ...unknown }];
  const [begun, staged, finished, fetched] = ['begun', 'staged', 'finished', 'fetched'].map(
    (word) => `${tenant.slug}-${word}`,
  );
  const stagedImport = await begin(staged!);
  const finishedImport = await begin(finished!);
  await expectOk(backOffice.post(`/watchlists/${finished}/imports/${finishedImport}/entries`, { entries }));
  const files = [{ role: 'list', url: 'https://lists.example.org/list.xml' }];
  await expectOk(backOffice.put(`/watchlists/${fetched}/source`, { format: 'un-consolidated', files, ...WHY }));
  const noticeOf = async (tenantId: string | null): Promise<string> => {
    const subject = `${tenant.slug}/test`;
    const said = { severity: 'high' as const, message: 'a test', data: {} };
    await notices.raise({ tenantId, kind: 'stage_degraded', subject, ...said });
    const from = tenantId === null ? '/notices' : tenant.path('/notices');
    let id = '';
    await until('the notice is on the read side', async () => {
      const { body } = await backOffice.get(`${from}?status=open&limit=100`);
      id =
        body.data.find(
          (notice: { subject: string; tenant_id: unknown }) =>
            notice.subject === subject && notice.tenant_id === tenantId,
        )?.id ?? '';
      return id !== '';
    });
    return id;
  };
  const shared = (operation: string, path: string, body: object, success: number): KeyedPost => {
    return { operation, staff: true, path, body, success };
  };
  return [
    shared('/tenants', '/tenants', { slug: freshSlug(), name: 'Bank', ...WHY }, 201),
    office('/currencies', { code: 'CHF', name: 'Swiss franc', minor_unit_decimals: 2, ...WHY }),
    office('/api-keys', { scopes: ['read'], ...WHY }),
    office('/events/{eventId}/rerun', WHY, 200, { eventId }),
    shared('/watchlists/{list}/imports', `/watchlists/${begun}/imports`, { format: 'test' }, 201),
    shared(
      '/watchlists/{list}/imports/{importId}/entries',
      `/watchlists/${staged}/imports/${stagedImport}/entries`,
      { entries },
      200,
    ),
    shared(
      '/watchlists/{list}/imports/{importId}/finish',
      `/watchlists/${finished}/imports/${finishedImport}/finish`,
      WHY,
      200,
    ),
    shared('/watchlists/{list}/source/fetch', `/watchlists/${fetched}/source/fetch`, WHY, 200),
    office('/notices/{noticeId}/settle', WHY, 200, { noticeId: await noticeOf(tenant.id) }),
    shared('/notices/{noticeId}/settle', `/notices/${await noticeOf(null)}/settle`, WHY, 200),
    shared('/operations/dead-letters/rerun', '/operations/dead-letters/rerun', { ...letter, ...WHY }, 200),
  ];
}
