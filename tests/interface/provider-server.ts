import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Respond = (path: string, body: any) => unknown;
type Misbehave = (response: ServerResponse) => void;

/** A provider on this machine, for the plugin `generic-http`. */
export class ProviderServer {
  /** the paths of all requests */
  readonly asked: string[] = [];
  /** the body of a response */
  respond: Respond = () => ({});
  /** responds instead of `respond` while it is set */
  misbehave: Misbehave | undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        this.asked.push(path);
        if (this.misbehave) return this.misbehave(response);
        const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as unknown) : undefined;
        response.setHeader('content-type', 'application/json').end(JSON.stringify(this.respond(path, body)));
      });
    });
  }

  static async start(): Promise<ProviderServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ProviderServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** The configuration of `generic-http` for it: each stage has a path, and all have a secret. */
export const configurationFor = ({ url }: ProviderServer, secret: string) => ({
  base_url: url,
  authorization: `Bearer ${secret}`,
  kyc: {
    method: 'GET',
    path: '/kyc/{{/customer/profile/email}}',
    found: {
      id: '/id',
      status: '/answer',
      statuses: { GREEN: 'approved', RED: 'rejected', NEW: 'none' },
      reason: '/comment',
      metadata: { reject_labels: '/labels' },
    },
  },
  screening: {
    method: 'POST',
    path: '/search',
    body: { name: '{{/subject/name}}' },
    found: { items: '/hits', list: '/list', entry_id: '/id', name: '/name', score: '/score', topics: '/topics' },
  },
  monitoring: {
    method: 'POST',
    path: '/decide',
    body: { id: '{{/event/id}}' },
    found: {
      id: '/id',
      decision: '/outcome',
      decisions: { approve: 'none', decline: 'high' },
      alert_type: 'provider_decision',
      title: '/why',
    },
  },
});
