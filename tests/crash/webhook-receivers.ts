import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver responded to, or was about to respond to when the sender was killed. */
export interface SeenRequest {
  event_id: string;
  attempt_id: string;
  status: number;
}

/** How a receiver behaves. */
export const BEHAVIOURS = ['steady', 'flaky', 'slow'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

const SLOW_MS = 150;
const FAILS_EVERY = 3;
/** Limits failures, so that no delivery runs out of attempts. */
const MAX_FAILURES_OF_AN_EVENT = 3;

/** Receivers that keep running when the product is killed and remember every request. Each behaviour has a path. */
export class WebhookReceivers {
  private readonly requests = new Map<Behaviour, SeenRequest[]>(BEHAVIOURS.map((behaviour) => [behaviour, []]));
  private readonly server = createServer((request, response) => {
    request.resume().on('end', () => this.answer(request, response));
  });

  static async start(): Promise<WebhookReceivers> {
    const receivers = new WebhookReceivers();
    receivers.server.listen(0, '127.0.0.1');
    await once(receivers.server, 'listening');
    return receivers;
  }

  url(behaviour: Behaviour): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${behaviour}`;
  }

  /** Returns the requests in the order of arrival. */
  seen(behaviour: Behaviour): readonly SeenRequest[] {
    return this.requests.get(behaviour)!;
  }

  get count(): number {
    return BEHAVIOURS.reduce((sum, behaviour) => sum + this.seen(behaviour).length, 0);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
    const behaviour = url!.slice(1) as Behaviour;
    const event_id = String(headers['x-service-event-id']);
    const status = behaviour === 'flaky' ? this.flakyStatus(event_id) : 200;
    this.requests.get(behaviour)!.push({ event_id, attempt_id: String(headers['x-service-delivery-id']), status });
    setTimeout(() => response.writeHead(status).end(), behaviour === 'slow' ? SLOW_MS : 0);
  }

  /** Returns 500 for every third request. */
  private flakyStatus(eventId: string): number {
    const seen = this.seen('flaky');
    if ((seen.length + 1) % FAILS_EVERY !== 0) return 200;
    const failures = seen.filter(({ event_id, status }) => event_id === eventId && status !== 200).length;
    return failures < MAX_FAILURES_OF_AN_EVENT ? 500 : 200;
  }
}
