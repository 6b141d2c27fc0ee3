import { Injectable } from '@nestjs/common';
import { type ApiKeyCredential, TenantQueries } from '@probity/read-side/tenants/tenant-queries';

/** More at once would be a query for each request again. */
const MAX_RUNNING = 2;
/** A lookup on a connection that hangs does not hold up the next one for longer. */
const OVERLAP_AFTER_MS = 250;

interface Waiting {
  promise: Promise<Map<string, ApiKeyCredential>>;
  ids: Set<string>;
}

/**
 * Looks keys up without a cache, so that a revoked key stops working at once, and without a query
 * per request: requests that arrive while two lookups are under way share the next one. Every answer
 * comes from a query that began after the request arrived.
 */
@Injectable()
export class ApiKeyLookup {
  private readonly running = new Set<Promise<unknown>>();
  private next: Waiting | undefined;

  constructor(private readonly tenants: TenantQueries) {}

  async find(id: string): Promise<ApiKeyCredential | undefined> {
    this.next ??= this.schedule();
    this.next.ids.add(id);
    return (await this.next.promise).get(id);
  }

  private schedule(): Waiting {
    const ids = new Set<string>();
    const promise = this.whenOneMayRun().then(() => {
      this.next = undefined;
      const query = this.tenants.liveCredentials([...ids]);
      const ended = query.catch(() => {}).finally(() => this.running.delete(ended));
      this.running.add(ended);
      return query;
    });
    return { ids, promise: promise.then((found) => new Map(found.map((credential) => [credential.id, credential]))) };
  }

  /** A failed lookup is its own requests' trouble, not that of the ones behind it. */
  private async whenOneMayRun(): Promise<void> {
    if (this.running.size >= MAX_RUNNING) {
      let timer: NodeJS.Timeout | undefined;
      const longEnough = new Promise((resolve) => (timer = setTimeout(resolve, OVERLAP_AFTER_MS)));
      await Promise.race([...this.running, longEnough]);
      clearTimeout(timer);
    }
    // What else arrives in this turn of the event loop comes along.
    await new Promise(setImmediate);
  }
}
