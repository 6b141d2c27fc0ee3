import { randomUUID } from 'node:crypto';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';

// A spec that imports this file gets a new back office for each test, which verifies once a day.

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const HEAD = { position: 1, hash: 'ab'.repeat(32) };
export const BROKEN = { position: 2, check: 'content_hash_ok', detail: 'the check content_hash_ok failed' };

export let test: TestOffice;

/** Call it inside a `describe`. */
export function verifying(kind: 'ledgers' | 'audit trails'): void {
  beforeEach(async () => {
    const hours = { VERIFY_LEDGERS_EVERY_HOURS: 0, VERIFY_AUDIT_TRAILS_EVERY_HOURS: 0 };
    hours[kind === 'ledgers' ? 'VERIFY_LEDGERS_EVERY_HOURS' : 'VERIFY_AUDIT_TRAILS_EVERY_HOURS'] = 24;
    test = await startTestOffice(undefined, hours);
    verifies();
  });
  afterEach(() => test.stop());
}

/** Lets all audit trails verify, apart from what the back office compares itself. */
export function trailsVerify(): void {
  const rows = { streams: 1, entries: 2, missing: 0, changed: 0, unexplained: 0, unreadable: 0, done: true };
  for (const part of ['ledger.verify-ledger', 'pipeline.verify-pipeline', 'webhooks.verify-webhook'])
    test.replies[`${part}-audit`] = () => rows;
  test.replies['customer-risk.verify-customer-audit'] = () => rows;
  test.replies['notary.verify-log'] = ({ log }) => ({
    ...{ log, events: 3, checkpoints: 1, problems: 0, sound: true, done: true },
  });
}

/** Lets all ledgers verify, apart from these. */
export function verifies(...broken: string[]): void {
  test.replies['ledger.verify-ledger'] = ({ ledger_id }) => {
    const verified = !broken.includes(ledger_id);
    const walked = { done: true, checked: 1, total: 2, verified, head: HEAD, broken: verified ? null : BROKEN };
    return { ledger_id, ...walked, checkpoints: [], verified_at: test.time.now().toISOString() };
  };
}

export interface Tenant {
  id: string;
  slug: string;
}

export async function makeTenant(): Promise<Tenant> {
  const slug = `t-${randomUUID()}`;
  return {
    slug,
    id: data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201).id,
  };
}

export async function makeLedger({ id: tenantId }: Tenant): Promise<string> {
  const id = randomUUID();
  await test.owner.query(
    `INSERT INTO ledger.ledgers (id, tenant_id, name, currency, signing_key_id, created_at, revision, head_position,
       head_hash) VALUES ($1, $2, 'Customer funds', 'USD', $1, $3, 1, 1, decode($4, 'hex'))`,
    [id, tenantId, test.time.now(), HEAD.hash],
  );
  return id;
}

/** The ledgers for which a verification was sent since the last call, in this order. */
export function walked(): string[] {
  const sent = test.sent.splice(0).filter(({ name }) => name === 'ledger.verify-ledger');
  return sent.map(({ request }) => request.ledger_id);
}

/** What the service says of itself. */
export async function health(): Promise<{ status: number; body: any; metrics: string[] }> {
  const ready = await fetch(new URL('/health/ready', test.url));
  const metrics = await (await fetch(new URL('/metrics', test.url))).text();
  const ofVerification = metrics.split('\n').filter((line) => line.startsWith('probity_verification_'));
  return { status: ready.status, body: await ready.json(), metrics: ofVerification };
}

/** Verifies a ledger as staff do. */
export async function verifyByStaff({ slug }: Tenant, ledgerId: string): Promise<void> {
  const answer = await fetch(`${test.url}/tenants/${slug}/ledgers/${ledgerId}/verification`, {
    method: 'POST',
    headers: { authorization: `Bearer ${test.token}` },
  });
  expect(await answer.text()).toContain('"done":true');
}
