import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '../crash/until';

/** The time limit for a request to arrive. */
const SOON_MS = 15_000;

/** A request, as received. */
export interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  /** the raw bytes */
  body: Buffer;
  /** when it was complete, in ms */
  at: number;
  /** whether the sender closed the connection before the response */
  isBrokenOff: boolean;
}

/** How the receiver responds: with a status, not at all, or by closing the connection. */
export type Answering = { status: number; headers?: Record<string, string> } | 'nothing' | 'close';

/** A path of the receiver for one test: the requests to it, and how it responds from now on. */
export class Inbox {
  readonly received: Received[] = [];

  constructor(
    readonly url: string,
    public answering: Answering,
  ) {}

  /** Waits until `count` requests have arrived. Returns all requests. */
  async have(count: number): Promise<Received[]> {
    await until(`${count} requests have arrived`, () => this.received.length >= count, SOON_MS);
    return this.received;
  }
}

/** An institution's server for webhooks, on a free port of this machine. */
export class WebhookReceiver {
  private readonly inboxes = new Map<string, Inbox>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const inbox = receiver.inboxes.get(request.url!);
      if (!inbox) {
        response.writeHead(404).end();
        return;
      }
      buffer(request).then(
        (body) => {
          const { method, headers } = request;
          const received: Received = { method: method!, headers, body, at: Date.now(), isBrokenOff: false };
          response.on('close', () => (received.isBrokenOff = !response.writableFinished));
          inbox.received.push(received);
          const { answering } = inbox;
          if (answering === 'close') request.socket.destroy();
          else if (answering !== 'nothing') response.writeHead(answering.status, answering.headers).end();
        },
        () => {}, // a request that was cut off does not count as received
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  newInbox(answering: Answering = { status: 200 }, path = `/inbox-${this.inboxes.size}?a=1&b=%2F`): Inbox {
    const inbox = new Inbox(`${this.origin}${path}`, answering);
    this.inboxes.set(path, inbox);
    return inbox;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
