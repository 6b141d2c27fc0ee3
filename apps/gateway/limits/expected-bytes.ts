import { LRUCache } from 'lru-cache';

/** Memory is bounded: what was not used for longest is forgotten. */
const MAX_ROUTES = 50_000;

/**
 * How large the next response of a route to a tenant may be: as large as a recent one. It is known only when the
 * response is complete, but a client that reads something large usually reads it again.
 */
export class ExpectedBytes {
  private readonly expected = new LRUCache<string, number>({ max: MAX_ROUTES });

  of(tenantId: string, route: string): number {
    return this.expected.get(`${tenantId} ${route}`) ?? 0;
  }

  /** A smaller response halves what is expected. */
  note(tenantId: string, route: string, bytes: number): void {
    this.expected.set(`${tenantId} ${route}`, Math.max(bytes, Math.floor(this.of(tenantId, route) / 2)));
  }
}
