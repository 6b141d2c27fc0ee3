import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the fake provider received it. */
export interface FakeRequest {
  method: string;
  /** with the query */
  path: string;
  headers: IncomingHttpHeaders;
  /** the raw text of the body */
  text: string;
  /** the parsed JSON of the body; undefined for a request without a body */
  body: any;
}

/** `body` is sent as JSON; a string or a buffer as it is. */
export interface FakeResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export type Respond = (request: FakeRequest) => FakeResponse | 'hang' | 'reset';

/** A provider on this machine with scripted responses. */
export class FakeProvider {
  readonly requests: FakeRequest[] = [];
  respond: Respond = () => ({ status: 404 });
  private readonly server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, text, body: jsonOf(text) };
      this.requests.push(request);
      send(this.respond(request), response);
    });
  });

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider();
    provider.server.listen(0, '127.0.0.1');
    await once(provider.server, 'listening');
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

function send(scripted: ReturnType<Respond>, response: ServerResponse): void {
  if (scripted === 'hang') return;
  if (scripted === 'reset') return void response.destroy();
  const { status = 200, headers = {}, body } = scripted;
  const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(raw ? body : JSON.stringify(body));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
