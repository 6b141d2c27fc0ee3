import { randomUUID } from 'node:crypto';
import { NEVER, startWith } from 'rxjs';
import { data } from '../../../testing/test-office';
import {
  BROKEN,
  DAY_MS,
  health,
  HEAD,
  HOUR_MS,
  makeLedger,
  makeTenant,
  test,
  type Tenant,
  verifies,
  verifying,
  verifyByStaff,
  walked,
} from '../testing/verifying-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

let tenant: Tenant;

const at = (path: string): string => `/tenants/${tenant.slug}${path}`;
const notices = async () => data(await test.api.get(at('/notices?kind=verification_failed')));
const recorded = async (ledger: string) => data(await test.api.get(at(`/ledgers/${ledger}/verifications`)));

describe('ledgers', () => {
  verifying('ledgers');
  beforeEach(async () => {
    tenant = await makeTenant();
  });

  it('are verified once in the period, with rests, beginning with the one verified the longest time ago', async () => {
    const first = await makeLedger(tenant);
    test.time.pass(HOUR_MS);
    const second = await makeLedger(tenant);
    await test.verifyDue();
    expect(walked()).toEqual([]);
    test.time.pass(DAY_MS);
    await test.verifyDue();
    const request = { tenant_id: tenant.id, ledger_id: first, paced: true };
    expect(test.sent.find(({ name }) => name === 'ledger.verify-ledger')).toMatchObject({ request });
    expect(walked()).toEqual([first, second]);
    await test.verifyDue();
    expect(walked()).toEqual([]);
    expect(await recorded(first)).toMatchObject([
      { verified: true, officer: 'Probity', officer_id: 'system', checked: 1, head: HEAD },
    ]);
    expect(data(await test.api.get(at(`/audit?subject_id=${first}`)))).toEqual([]);
    test.time.pass(DAY_MS);
    await test.verifyDue();
    expect(walked()).toEqual([first, second]);
  });

  it('that do not verify raise one notice, until they verify again', async () => {
    const [intact, broken] = [await makeLedger(tenant), await makeLedger(tenant)];
    test.time.pass(DAY_MS);
    verifies(broken);
    await test.verifyDue();
    expect(await notices()).toMatchObject([
      { tenant_id: tenant.id, subject: `ledger/${broken}`, severity: 'critical', status: 'open', occurrence: 1 },
    ]);
    expect((await notices())[0].message).toContain(`at position 2: ${BROKEN.detail}`);
    expect(await recorded(intact)).toMatchObject([{ verified: true }]);
    expect(data(await test.api.get(at(`/audit?subject_id=${broken}`)))).toMatchObject([
      { action: 'ledger.verified', actor: 'system', data: { verified: false, broken: BROKEN } },
    ]);
    const failed = await health();
    expect(failed).toMatchObject({ status: 200, body: { status: 'ok', details: { verification: 'failed' } } });
    expect(failed.metrics).toContain('probity_verification_failed{kind="ledger"} 1');

    test.time.pass(DAY_MS);
    await test.verifyDue();
    expect(await notices()).toMatchObject([{ status: 'open', occurrence: 1 }]);
    test.time.pass(DAY_MS);
    verifies();
    await test.verifyDue();
    expect(await notices()).toMatchObject([{ status: 'settled', settled_by: 'system' }]);
    const sound = await health();
    expect(sound.body).toMatchObject({ details: { verification: 'ok' } });
    expect(sound.metrics).toContain('probity_verification_failed{kind="ledger"} 0');
  });

  it('that staff verify again after a repair settle the notice, and are not due', async () => {
    const ledger = await makeLedger(tenant);
    test.time.pass(DAY_MS);
    verifies(ledger);
    await test.verifyDue();
    await verifyByStaff(tenant, ledger);
    expect(await notices()).toMatchObject([{ status: 'open' }]);
    verifies();
    await verifyByStaff(tenant, ledger);
    expect(await notices()).toMatchObject([{ status: 'settled', settled_by: 'staff:operator token' }]);
    expect((await health()).body).toMatchObject({ details: { verification: 'ok' } });
    walked();
    test.time.pass(DAY_MS - HOUR_MS);
    await test.verifyDue();
    expect(walked()).toEqual([]);
  });

  it('that staff found broken are verified by Probity too, which raises the notice', async () => {
    const ledger = await makeLedger(tenant);
    verifies(ledger);
    await verifyByStaff(tenant, ledger);
    expect(await notices()).toEqual([]);
    test.time.pass(DAY_MS);
    await test.verifyDue();
    expect(await notices()).toMatchObject([{ subject: `ledger/${ledger}`, status: 'open' }]);
  });

  it('are not broken when the verification ends with an error: it is tried again later, and others go on', async () => {
    const [first, second] = [await makeLedger(tenant), await makeLedger(tenant)].sort();
    test.time.pass(DAY_MS);
    const works = test.replies['ledger.verify-ledger']!;
    test.replies['ledger.verify-ledger'] = (request) => {
      if (request.ledger_id !== first) return works(request);
      throw new Error('the ledger service stopped');
    };
    await test.owner.query('UPDATE ledger.ledgers SET created_at = $1', [new Date(0)]);
    await test.verifyDue();
    expect(walked()).toEqual([first, second]);
    expect([await notices(), await recorded(first!)]).toEqual([[], []]);
    const { metrics } = await health();
    expect(metrics).toContain('probity_verification_failed{kind="ledger"} 0');

    verifies();
    test.time.pass(HOUR_MS);
    await test.verifyDue();
    expect(walked()).toEqual([first]);
  });

  it('of which all rows were deleted are verified nevertheless', async () => {
    const ledger = await makeLedger(tenant);
    test.time.pass(DAY_MS);
    await test.verifyDue();
    await test.owner.query('DELETE FROM ledger.ledgers');
    test.time.pass(DAY_MS);
    walked();
    await test.verifyDue();
    expect(walked()).toEqual([ledger]);
  });

  it('of a tenant that does not exist are left alone', async () => {
    await makeLedger({ id: randomUUID(), slug: '' });
    test.time.pass(DAY_MS);
    await test.verifyDue();
    expect(walked()).toEqual([]);
  });

  it('are verified by one process at a time', async () => {
    await makeLedger(tenant);
    test.time.pass(DAY_MS);
    const lock = (await test.owner.tryLock('verifications of kind ledger'))!;
    await test.verifyDue();
    expect(walked()).toEqual([]);
    lock.release();
  });

  it('go on with the next one after a stop, and begin the interrupted one again', async () => {
    const ledgers = [await makeLedger(tenant), await makeLedger(tenant), await makeLedger(tenant)].sort();
    await test.owner.query('UPDATE ledger.ledgers SET created_at = $1', [new Date(0)]);
    const works = test.replies['ledger.verify-ledger']!;
    const stopping = new AbortController();
    test.replies['ledger.verify-ledger'] = (request) => {
      if (request.ledger_id !== ledgers[1]) return works(request);
      setImmediate(() => stopping.abort());
      return NEVER.pipe(startWith({ ledger_id: request.ledger_id, done: false }));
    };
    await test.verifyDue(stopping.signal);
    expect(walked()).toEqual(ledgers.slice(0, 2));
    expect(await recorded(ledgers[1]!)).toEqual([]);
    await test.rebuild(); // what was done is in the events
    verifies();
    await test.verifyDue();
    expect(walked()).toEqual(ledgers.slice(1));
  });

  it('whose last verification is said to be in the future count as never verified', async () => {
    const [made, ahead] = [await makeLedger(tenant), await makeLedger(tenant)];
    test.time.pass(DAY_MS);
    await test.verifyDue();
    walked();
    test.time.pass(HOUR_MS);
    await test.owner.query(
      `UPDATE back_office.last_verifications
       SET verified_at = CASE subject_id WHEN $1 THEN '2999-01-01' ELSE $2::timestamptz END`,
      [made, new Date(test.time.now().getTime() + 60_000)],
    );
    await test.verifyDue();
    expect(walked()).toEqual([made]);
    await test.owner.query("UPDATE back_office.last_verifications SET verified_at = '2999-01-01'");
    await test.owner.query("UPDATE ledger.ledgers SET created_at = '2999-01-01' WHERE id = $1", [ahead]);
    test.time.pass(HOUR_MS);
    await test.verifyDue();
    expect(walked()).toEqual([ahead, made]);
  });

  it('have a metric that grows while nothing is verified', async () => {
    await makeLedger(tenant);
    const oldest = async () => {
      const line = (await health()).metrics.find((one) =>
        one.startsWith('probity_verification_oldest_seconds{kind="led'),
      );
      return line && Math.floor(Number(line.split(' ')[1]) / 3_600);
    };
    expect(await oldest()).toBeUndefined();
    test.time.pass(5 * HOUR_MS);
    await test.verifyDue();
    expect(await oldest()).toBe(5);
    test.time.pass(7 * HOUR_MS);
    expect(await oldest()).toBe(12);
  });

  it('does not let the errors of one tenant keep the ledgers of others from being verified', async () => {
    const [bad, good] = [await makeTenant(), await makeTenant()];
    const failing = [await makeLedger(bad), await makeLedger(bad), await makeLedger(bad)];
    test.time.pass(1_000);
    const sound = [await makeLedger(good), await makeLedger(good), await makeLedger(good)];
    test.time.pass(DAY_MS);
    verifies();
    const verify = test.replies['ledger.verify-ledger']!;
    test.replies['ledger.verify-ledger'] = (request: { ledger_id: string }) => {
      if (failing.includes(request.ledger_id)) throw new Error('a statement took too long');
      return verify(request);
    };
    await test.verifyDue();
    expect(walked()).toEqual(expect.arrayContaining(sound));
  });
});
