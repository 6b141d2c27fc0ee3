import { limitsWith, type TenantLimits } from '@probity/contracts/limits/limits';
import {
  type Admission,
  BODY_BYTES_OF_A_REQUEST,
  type Caller,
  RequestLimits,
  RESPONSE_BYTES_OF_A_REQUEST,
} from './request-limits';

const CALLER: Caller = { tenantId: 'bank', slug: 'bank', keyId: 'key-1', allowedAddresses: null };
const OTHER_KEY: Caller = { ...CALLER, keyId: 'key-2' };

describe('the limits of requests', () => {
  let limits: RequestLimits;
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: false });
    limits = new RequestLimits();
  });
  afterEach(() => void jest.useRealTimers());

  let version = 0;
  const set = (values: Partial<TenantLimits>): void => limits.setLimits('bank', { version: ++version, limits: values });

  /** Admits requests, each of which ends at once. */
  const admitted = (count: number, caller = CALLER): Admission[] =>
    Array.from({ length: count }, () => {
      const admission = limits.admit(caller);
      admission.end();
      return admission;
    }).filter(({ refused }) => !refused);

  it('refuse what is above the burst of the tenant, and name the limit and the time to wait', () => {
    set({ requests_per_second: 2, request_burst: 10 });
    expect(admitted(10)).toHaveLength(10);
    expect(limits.admit(OTHER_KEY)).toMatchObject({
      refused: {
        by: 'tenant_requests',
        limit: 'the limit requests_per_second of the tenant is 2, with a burst of 10',
        retryAfter: 1,
      },
    });
    jest.advanceTimersByTime(3_000);
    expect(admitted(10)).toHaveLength(6);
  });

  it('refuse what is above the burst of a key, and leave the rest of the tenant to its other keys', () => {
    set({ request_burst: 10, key_requests_per_second: 1, key_request_burst: 4 });
    expect(admitted(8)).toHaveLength(4);
    expect(limits.admit(CALLER).refused).toMatchObject({ by: 'key_requests', retryAfter: 1 });
    expect(admitted(8, OTHER_KEY)).toHaveLength(4);
  });

  it('refuse what is above the concurrency, until a request ends', () => {
    set({ concurrent_requests: 3, key_concurrent_requests: 2 });
    const first = limits.admit(CALLER);
    limits.admit(CALLER);
    expect(limits.admit(CALLER).refused).toMatchObject({ by: 'key_concurrency', retryAfter: 1 });
    limits.admit(OTHER_KEY);
    expect(limits.admit(OTHER_KEY).refused?.by).toBe('tenant_concurrency');
    first.end();
    expect(limits.admit(CALLER).refused).toBeUndefined();
  });

  it('count a body once for each 2 KiB, and let later requests pay for it', () => {
    set({ requests_per_second: 10, request_burst: 20, key_requests_per_second: 10, key_request_burst: 20 });
    expect(admitted(1)).toHaveLength(1);
    limits.charge(CALLER, 2_048, BODY_BYTES_OF_A_REQUEST);
    expect(admitted(1)).toHaveLength(1);
    limits.charge(CALLER, 50_000, BODY_BYTES_OF_A_REQUEST);
    expect(limits.admit(CALLER).refused).toMatchObject({ by: 'tenant_requests', retryAfter: 1 });
    jest.advanceTimersByTime(1_000);
    expect(admitted(10)).toHaveLength(4);
    expect(limits.active.get('bank')!.used).toBe(30);
  });

  it('set apart what an announced body counts, before it arrives', () => {
    set({ requests_per_second: 1, request_burst: 20 });
    admitted(1);
    const held = limits.hold(CALLER, 50_000);
    expect(limits.admit(OTHER_KEY).refused?.by).toBe('tenant_requests');
    expect(limits.usedUp(CALLER)).toMatchObject({ by: 'tenant_requests', retryAfter: 6 });
    limits.charge(CALLER, 10_000, BODY_BYTES_OF_A_REQUEST, held);
    expect(admitted(100)).toHaveLength(15);
    expect(limits.active.get('bank')!.used).toBe(1 + 4 + 15);
  });

  it('give back what was set apart for a body that was not read', () => {
    set({ request_burst: 20 });
    admitted(1);
    limits.charge(CALLER, 0, BODY_BYTES_OF_A_REQUEST, limits.hold(CALLER, 50_000));
    expect(limits.fieldsOf(CALLER).limit).toMatch(/^"tenant";r=19;/);
  });

  it('count an announced body whose client has gone, also at the other gateways', () => {
    set({ request_burst: 40 });
    admitted(1);
    limits.keep(CALLER, limits.hold(CALLER, 50_000)!);
    expect(limits.fieldsOf(CALLER).limit).toMatch(/^"tenant";r=15;/);
    expect(limits.active.get('bank')!.used).toBe(1 + 24);
  });

  it('tell what is left after a long response', () => {
    admitted(1);
    limits.charge(CALLER, 8_192, RESPONSE_BYTES_OF_A_REQUEST);
    expect(limits.fieldsOf(CALLER).limit).toMatch(/^"tenant";r=1999;/);
    limits.charge(CALLER, 81_920, RESPONSE_BYTES_OF_A_REQUEST);
    expect(limits.fieldsOf(CALLER).limit).toMatch(/^"tenant";r=1990;t=\d+, "key";r=1990;/);
  });

  it('of one tenant leave another alone', () => {
    set({ requests_per_second: 1, request_burst: 1 });
    admitted(1_000);
    expect(admitted(1_000, { tenantId: 'other', slug: 'other', keyId: 'key-3', allowedAddresses: null })).toHaveLength(
      1_000,
    );
  });

  it('describe themselves in the fields of the draft', () => {
    set({ requests_per_second: 2, request_burst: 10, key_concurrent_requests: 5 });
    const { fields } = limits.admit(CALLER);
    expect(fields.policy).toBe(
      '"tenant";q=10;w=5, "key";q=2000;w=2, "tenant-concurrent";q=256;qu="concurrent-requests", ' +
        '"key-concurrent";q=5;qu="concurrent-requests"',
    );
    expect(fields.limit).toBe('"tenant";r=9;t=1, "key";r=1999;t=1');
  });

  it('apply a change to the next request, and never an outdated one', () => {
    set({ key_request_burst: 1, key_requests_per_second: 1 });
    expect(admitted(5)).toHaveLength(1);
    limits.setLimits('bank', { version: version - 1, limits: { key_request_burst: 1_000 } });
    expect(admitted(5)).toHaveLength(0);
    set({ key_request_burst: 4, key_requests_per_second: 1 });
    expect(admitted(5)).toHaveLength(3);
    expect(limits.limitsOf('bank')).toEqual(limitsWith({ key_request_burst: 4, key_requests_per_second: 1 }));
  });

  it('give back no more than was set apart for a body, if the limit owes as much as it may', () => {
    set({ requests_per_second: 1, request_burst: 50 });
    admitted(49);
    for (let n = 0; n < 5; n++) {
      const held = limits.hold(CALLER, 1_048_576);
      limits.charge(CALLER, 0, BODY_BYTES_OF_A_REQUEST, held);
    }
    expect(admitted(10)).toHaveLength(1);
  });
});
