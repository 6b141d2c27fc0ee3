import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>;

/** A server outside of Probity, which a test can stop, and let give wrong replies. */
export class OutsideServer {
  /** replies in the place of the server */
  instead: Reply | undefined;
  /** closes connections without a reply */
  isDown = false;
  requests = 0;
  private readonly server: Server;

  constructor(reply: Reply) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests++;
        if (this.isDown) return void request.socket.destroy();
        void Promise.resolve((this.instead ?? reply)(request, Buffer.concat(chunks), response)).catch(
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Sends bytes without end, until the connection is closed. */
export const endlessly =
  (head: Record<string, string> = {}): Reply =>
  (_request, _body, response) => {
    response.writeHead(200, head);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

/** Begins a reply, and never ends it. */
export const slowly: Reply = (_request, _body, response) => {
  response.writeHead(200);
  response.write('a');
};
