import { Pool } from 'undici';
import { safeConnector } from '@probity/targets/safe-connector';
import type { Targets } from '@probity/targets/targets';
import { DEADLINE_MS } from './attempt';
import { MAX_LIMIT } from './endpoint-load';

const CONNECT_TIMEOUT_MS = 8_000;
/**
 * Many servers close idle connections after five seconds. The dispatcher closes them earlier, so that it seldom sends
 * a request on a connection that the server is closing.
 */
const KEEP_ALIVE_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;

/** Separate connections for each endpoint, so that a slow receiver delays no other endpoint. */
export class Connections {
  private readonly pools = new Map<string, Pool>();
  private readonly connect: ReturnType<typeof safeConnector>;

  constructor(targets: Pick<Targets, 'policy' | 'resolve'>) {
    this.connect = safeConnector(targets.policy, targets.resolve, { timeoutMs: CONNECT_TIMEOUT_MS });
  }

  /** The connections of an endpoint. They are kept by its id, because the url of an endpoint never changes. */
  of(endpointId: string, url: string): Pool {
    let pool = this.pools.get(endpointId);
    if (!pool) {
      pool = new Pool(new URL(url).origin, {
        connect: this.connect,
        connections: MAX_LIMIT,
        pipelining: 1,
        headersTimeout: DEADLINE_MS,
        bodyTimeout: DEADLINE_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      this.pools.set(endpointId, pool);
    }
    return pool;
  }

  /** Closes the connections of an endpoint, including those in use. */
  async close(endpointId: string): Promise<void> {
    const pool = this.pools.get(endpointId);
    this.pools.delete(endpointId);
    await pool?.destroy();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.pools.keys()].map((endpointId) => this.close(endpointId)));
  }
}
