import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export const signatureOf = ({ headers }: Pick<Received, 'headers'>): string => headers['x-service-signature'] as string;

/** A receiver of webhooks on this machine with configurable responses. */
export class Receiver {
  readonly received: Received[] = [];
  /** requests whose connection was closed before the response */
  cutOff = 0;
  answer: (response: ServerResponse, request: Received) => void = (response) => response.writeHead(204).end();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('close', () => (this.cutOff += response.writableFinished ? 0 : 1));
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      this.received.push(received);
      this.answer(response, received);
    });
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook?of=probity`;
  }

  status(code: number, headers: Record<string, string> = {}): void {
    this.answer = (response) => response.writeHead(code, headers).end();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
