import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A publisher of lists on this machine with scripted responses. */
export class ListServer {
  readonly requests: IncomingMessage[] = [];
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(404).end();
  private readonly server: Server;

  /** @param make creates a server that does not listen yet: of http or https */
  private constructor(make: (listener: RequestListener) => Server) {
    this.server = make((request, response) => {
      this.requests.push(request);
      this.respond(request, response);
    });
  }

  static async start(make: (listener: RequestListener) => Server = createServer): Promise<ListServer> {
    const started = new ListServer(make);
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    return started;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
