import type { TenantLimits } from '@probity/contracts/limits/limits';
import { Bucket, type Rate } from '@probity/platform/limiting/bucket';

/** The limit of requests of a tenant, or of one key. */
export interface RequestLimit extends Rate {
  concurrent: number;
}

/** What the other gateways reported at the last exchange. */
export interface Elsewhere {
  /** how many gateways there are, this one included */
  gateways: number;
  /** the requests that the others process, by the id of the tenant or key */
  running: ReadonlyMap<string, number>;
}

export const ofTenant = (limits: TenantLimits): RequestLimit => ({
  perSecond: limits.requests_per_second,
  burst: limits.request_burst,
  concurrent: limits.concurrent_requests,
});

export const ofKey = (limits: TenantLimits): RequestLimit => ({
  perSecond: limits.key_requests_per_second,
  burst: limits.key_request_burst,
  concurrent: limits.key_concurrent_requests,
});

/** A tenant or a key, with the requests that this gateway and the others have admitted. */
export class Subject {
  readonly bucket: Bucket;
  /** requests that this gateway processes now */
  running = 0;
  /** what this gateway admitted since the subject was last idle: requests, and their large bodies in requests */
  used = 0;

  constructor(
    readonly id: string,
    readonly isTenant: boolean,
    private limit: RequestLimit,
  ) {
    this.bucket = new Bucket(limit);
  }

  change(limit: RequestLimit): void {
    this.limit = limit;
    this.bucket.change(limit);
  }

  /**
   * Whether as many requests as allowed are running. A gateway may always process its even share of the limit, so that
   * an outdated number from another gateway never stops a tenant.
   */
  isBusy({ gateways, running }: Elsewhere): boolean {
    const { concurrent } = this.limit;
    const left = concurrent - (running.get(this.id) ?? 0);
    return this.running >= Math.max(left, Math.ceil(concurrent / gateways));
  }

  /**
   * Sets requests apart for a body that is announced. The other gateways hear of it when it has arrived.
   *
   * @returns how many are set apart: less if so many are owed already that no more are counted
   */
  hold(requests: number): number {
    return this.bucket.charge(requests);
  }

  /** Counts a request that is running as so many more, of which some may have been set apart. */
  charge(more: number, held = 0): void {
    this.bucket.charge(more - held);
    this.used += more;
  }

  begin(): void {
    this.running++;
    this.used++;
  }
}
