import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A longer body keeps the process busy for milliseconds: it is parsed, checked, encrypted and stored as a whole. */
export const MAX_SMALL_BODY_BYTES = 65_536;

/**
 * Requests with large bodies wait for each other within a tenant. Without this, a tenant that sends many at once keeps
 * the requests of all others waiting for as long as all of its own take together.
 */
export class LargeBodies {
  /** resolves when the last request of the tenant has its response, and those before it */
  private readonly last = new Map<string, Promise<unknown>>();

  /** Resolves when it is the turn of a request. The turn ends with the response, also if the client goes away. */
  async turn(tenantId: string, response: ServerResponse): Promise<void> {
    const before = this.last.get(tenantId);
    const ended = Promise.all([before, response.destroyed || once(response, 'close')]);
    this.last.set(tenantId, ended);
    void ended.then(() => {
      if (this.last.get(tenantId) === ended) this.last.delete(tenantId);
    });
    await before;
  }
}
