import { LRUCache } from 'lru-cache';
import { limitsWith, type TenantLimits } from '@probity/contracts/limits/limits';
import {
  concurrencyPolicy,
  rateLeft,
  type RateLimitFields,
  ratePolicy,
} from '@probity/platform/limiting/rate-limit-fields';
import type { StoredLimits } from '@probity/read-side/limits/limit-queries';
import type { RefusedByLimit } from './refusal-by-limit';
import { type Elsewhere, ofKey, ofTenant, Subject } from './subject';

/** Memory is bounded: what was not used for longest is forgotten, and starts with a full bucket. */
const MAX_TENANTS = 10_000;
const MAX_KEYS = 20_000;
/** The work for a body grows with its length: a body of more bytes counts once more for each of these. */
export const BODY_BYTES_OF_A_REQUEST = 2_048;
/** The work for a response does, too; it is not checked and stored. */
export const RESPONSE_BYTES_OF_A_REQUEST = 8_192;

/** A key, and the tenant that it belongs to. */
export interface Caller {
  tenantId: string;
  slug: string;
  keyId: string;
  /** networks from which the key may be used; null: from everywhere */
  allowedAddresses: readonly string[] | null;
}

interface LimitedTenant extends Subject {
  version: number;
  limits: TenantLimits;
  policy: string;
}

/** The outcome for one request. */
export interface Admission {
  fields: RateLimitFields;
  /** undefined: the request is admitted, and `end` must be called when it has ended */
  refused?: RefusedByLimit;
  end: () => void;
}

/** The requests that are set apart for a body: of the tenant, and of the key. */
export interface Held {
  tenant: number;
  key: number;
}
const NOTHING_HELD: Held = { tenant: 0, key: 0 };

/** No other gateway is known. */
export const ALONE: Elsewhere = { gateways: 1, running: new Map() };

const nothing = (): void => {};

/**
 * Limits the requests of each tenant and of each key in this process. It is synchronous and makes no call to another
 * system; `LimitExchange` adds what the other gateways admitted.
 */
export class RequestLimits {
  private readonly tenants = new LRUCache<string, LimitedTenant>({ max: MAX_TENANTS });
  private readonly keys = new LRUCache<string, Subject & { version: number }>({ max: MAX_KEYS });
  /** keys by the hash of the whole key; a request with such a key can be limited before Postgres is asked */
  private readonly callers = new LRUCache<string, Caller>({ max: MAX_KEYS });
  /** tenants and keys that had requests lately; `LimitExchange` removes the idle ones */
  readonly active = new Map<string, Subject>();
  elsewhere: Elsewhere = ALONE;

  /** The caller whose key has the hash, if it was valid the last time that it was looked up. */
  caller(keyHash: string): Caller | undefined {
    return this.callers.get(keyHash);
  }

  forget(keyHash: string): void {
    this.callers.delete(keyHash);
  }

  /** Remembers a valid key, and takes over the limits of its tenant. */
  remember(keyHash: string, caller: Caller, stored: StoredLimits): void {
    this.callers.set(keyHash, caller);
    this.setLimits(caller.tenantId, stored);
  }

  /** Applies limits of a tenant that were read from Postgres. Does nothing if it knows them, or newer ones. */
  setLimits(tenantId: string, { version, limits: set }: StoredLimits): void {
    const known = this.tenants.get(tenantId);
    if (known && known.version >= version) return;
    const limits = limitsWith(set);
    const tenant = known ?? new Subject(tenantId, true, ofTenant(limits));
    if (known) tenant.change(ofTenant(limits));
    this.tenants.set(tenantId, Object.assign(tenant, { version, limits, policy: policyOf(limits) }));
  }

  /** The limits that this gateway applies to the tenant. */
  limitsOf(tenantId: string): TenantLimits {
    return this.tenants.get(tenantId)?.limits ?? limitsWith({});
  }

  subject(id: string): Subject | undefined {
    return this.tenants.get(id) ?? this.keys.get(id);
  }

  /** Admits a request, or says which limit refuses it. A refused request uses up nothing. */
  admit({ tenantId, keyId }: Caller): Admission {
    const tenant = this.tenantOf(tenantId);
    const key = this.keyOf(keyId, tenant);
    const refused = this.refusing(tenant, key);
    const fields = { policy: tenant.policy, limit: left(tenant, key, refused) };
    if (refused) return { fields, refused, end: nothing };
    for (const subject of [tenant, key]) {
      subject.begin();
      if (this.active.get(subject.id) !== subject) this.active.set(subject.id, subject);
    }
    return {
      fields,
      end: () => {
        tenant.running--;
        key.running--;
      },
    };
  }

  /**
   * Sets apart what a body counts that is announced. Returns undefined for a body that counts no more, and for one that is
   * too long to be read.
   */
  hold({ tenantId, keyId }: Caller, bytes: number): Held | undefined {
    const more = furtherRequests(bytes, BODY_BYTES_OF_A_REQUEST);
    if (more === 0) return undefined;
    const tenant = this.tenantOf(tenantId);
    if (bytes > tenant.limits.body_bytes) return undefined;
    return { tenant: tenant.hold(more), key: this.keyOf(keyId, tenant).hold(more) };
  }

  /**
   * Counts the length of the body of an admitted request, or of its response. Later requests wait until it is paid
   * back.
   *
   * @param bytesOfARequest how many of them count as a request
   * @param held what is set apart for it
   */
  charge({ tenantId, keyId }: Caller, bytes: number, bytesOfARequest: number, held?: Held): void {
    const more = furtherRequests(bytes, bytesOfARequest);
    if (more === 0 && !held) return;
    const { tenant: ofTenant, key: ofKey } = held ?? NOTHING_HELD;
    const tenant = this.tenantOf(tenantId);
    tenant.charge(more, ofTenant);
    this.keyOf(keyId, tenant).charge(more, ofKey);
  }

  /** Counts a body of which it is not known how much has arrived as the one that was announced. */
  keep({ tenantId, keyId }: Caller, held: Held): void {
    const tenant = this.tenantOf(tenantId);
    tenant.charge(held.tenant, held.tenant);
    this.keyOf(keyId, tenant).charge(held.key, held.key);
  }

  /** Which limit per second would refuse a request now. */
  usedUp({ tenantId, keyId }: Caller): RefusedByLimit | undefined {
    const tenant = this.tenantOf(tenantId);
    const key = this.keyOf(keyId, tenant);
    if (tenant.bucket.left === 0) return usedUpBy(tenant);
    return key.bucket.left === 0 ? usedUpByKey(key, tenant) : undefined;
  }

  /** What is left now. */
  fieldsOf({ tenantId, keyId }: Caller): RateLimitFields {
    const tenant = this.tenantOf(tenantId);
    return { policy: tenant.policy, limit: left(tenant, this.keyOf(keyId, tenant), undefined) };
  }

  private refusing(tenant: LimitedTenant, key: Subject): RefusedByLimit | undefined {
    const { limits } = tenant;
    if (tenant.isBusy(this.elsewhere)) {
      const limit = `the limit concurrent_requests of the tenant is ${limits.concurrent_requests}`;
      return { by: 'tenant_concurrency', limit, retryAfter: 1 };
    }
    if (key.isBusy(this.elsewhere)) {
      const limit = `the limit key_concurrent_requests of the API key is ${limits.key_concurrent_requests}`;
      return { by: 'key_concurrency', limit, retryAfter: 1 };
    }
    if (!tenant.bucket.take()) return usedUpBy(tenant);
    if (key.bucket.take()) return undefined;
    tenant.bucket.giveBack();
    return usedUpByKey(key, tenant);
  }

  private tenantOf(tenantId: string): LimitedTenant {
    const known = this.tenants.get(tenantId);
    if (known) return known;
    this.setLimits(tenantId, { version: 0, limits: {} });
    return this.tenants.get(tenantId)!;
  }

  private keyOf(keyId: string, tenant: LimitedTenant): Subject {
    const { version, limits } = tenant;
    let key = this.keys.get(keyId);
    if (!key) {
      key = Object.assign(new Subject(keyId, false, ofKey(limits)), { version });
      this.keys.set(keyId, key);
    } else if (key.version !== version) {
      key.change(ofKey(limits));
      key.version = version;
    }
    return key;
  }
}

/** How many requests so many bytes count beyond the one that has them. */
const furtherRequests = (bytes: number, bytesOfARequest: number): number =>
  Math.max(0, Math.ceil(bytes / bytesOfARequest) - 1);

const usedUpBy = ({ limits, bucket }: LimitedTenant): RefusedByLimit => ({
  by: 'tenant_requests',
  limit:
    `the limit requests_per_second of the tenant is ${limits.requests_per_second}, ` +
    `with a burst of ${limits.request_burst}`,
  retryAfter: bucket.secondsToNext(),
});

const usedUpByKey = ({ bucket }: Subject, { limits }: LimitedTenant): RefusedByLimit => ({
  by: 'key_requests',
  limit:
    `the limit key_requests_per_second of the API key is ${limits.key_requests_per_second}, ` +
    `with a burst of ${limits.key_request_burst}`,
  retryAfter: bucket.secondsToNext(),
});

const policyOf = (limits: TenantLimits): string =>
  [
    ratePolicy('tenant', ofTenant(limits)),
    ratePolicy('key', ofKey(limits)),
    concurrencyPolicy('tenant-concurrent', limits.concurrent_requests),
    concurrencyPolicy('key-concurrent', limits.key_concurrent_requests),
  ].join(', ');

function left(tenant: Subject, key: Subject, refused: RefusedByLimit | undefined): string {
  const requests = `${rateLeft('tenant', tenant.bucket)}, ${rateLeft('key', key.bucket)}`;
  if (refused?.by === 'tenant_concurrency') return `${requests}, "tenant-concurrent";r=0;t=1`;
  return refused?.by === 'key_concurrency' ? `${requests}, "key-concurrent";r=0;t=1` : requests;
}
