import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { BackOfficeError } from '@probity/platform/http/back-office-client';

/** A busy machine may need minutes to process the events. */
const PATIENCE_MS = 300_000;
const SECOND_MS = 1_000;

/** Where the gateway is, and the key with which the institution calls it. */
export interface Gateway {
  base_url: string;
  api_key: string;
  tenant_id: string;
  tenant_slug: string;
}

/** The institution's own system: it calls the gateway with an API key, as a bank would. */
export class Institution {
  private readonly pool: Pool;
  private readonly basePath: string;

  /** @param connections how many requests it sends at a time */
  constructor(
    private readonly gateway: Gateway,
    connections: number,
  ) {
    const { origin, pathname } = new URL(gateway.base_url);
    this.pool = new Pool(origin, { connections });
    this.basePath = pathname.replace(/\/$/, '');
  }

  /** @param path of the tenant */
  async get<Data>(path: string): Promise<Data> {
    return ((await this.send('GET', this.ofTenant(path))) as { data: Data }).data;
  }

  /** @param path of the tenant */
  async post<Data>(path: string, body: object): Promise<Data> {
    return ((await this.send('POST', this.ofTenant(path), body)) as { data: Data }).data;
  }

  /** An event that was sent before counts once. */
  async event(event_type: 'transaction' | 'onboarding', payload: object): Promise<void> {
    await this.send('POST', 'events/webhook', { tenant_id: this.gateway.tenant_id, event_type, payload });
  }

  private ofTenant(path: string): string {
    return `tenants/${this.gateway.tenant_slug}/${path}`;
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  /**
   * Waits while the gateway says that it is busy or that a limit is reached, and then sends again.
   *
   * @throws BackOfficeError with the code and the message of the gateway
   */
  private async send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const { status, text, retryAfter } = await this.exchange(method, path, body);
      if (status >= 200 && status < 300) return JSON.parse(text);
      const mayRetry = status === 429 || status === 503;
      if (!mayRetry || Date.now() > giveUpAt) throw failure(status, text);
      await delay(retryAfter * SECOND_MS);
    }
  }

  private async exchange(method: 'GET' | 'POST', path: string, body?: object) {
    try {
      const answer = await this.pool.request({
        method,
        path: `${this.basePath}/${path}`,
        headers: {
          authorization: `Bearer ${this.gateway.api_key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      });
      const retryAfter = Number(answer.headers['retry-after'] ?? 0);
      return { status: answer.statusCode, text: await answer.body.text(), retryAfter };
    } catch (error) {
      const why = (error as Error).message || (error as NodeJS.ErrnoException).code;
      throw new BackOfficeError(0, 'unreachable', `cannot reach the gateway at ${this.gateway.base_url}: ${why}`);
    }
  }
}

function failure(status: number, text: string): BackOfficeError {
  let said: { code?: string; message?: string } = {};
  try {
    said = JSON.parse(text) as typeof said;
  } catch {
    // The response is of another server, such as a proxy: its status says enough.
  }
  return new BackOfficeError(status, said.code ?? 'error', said.message ?? `the gateway returned ${status}`);
}
