import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response time of the provider, in milliseconds: a log-normal distribution. */
export const RESPONSE_MS = { p50: 300, p99: 1_000 };
/** The 99th percentile of the standard normal distribution. */
const Z99 = 2.326;
const SIGMA = Math.log(RESPONSE_MS.p99 / RESPONSE_MS.p50) / Z99;

/** A server that speaks yente's `/match` and takes its time. It finds nothing. */
export class SlowProvider {
  requests = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SlowProvider> {
    const server = createServer();
    const provider = new SlowProvider(server);
    server.on('request', (request, response) => {
      provider.requests++;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { queries } = JSON.parse(Buffer.concat(chunks).toString()) as { queries: Record<string, unknown> };
        const responses = Object.fromEntries(
          Object.entries(queries).map(([key, query]) => [
            key,
            { status: 200, results: [], total: { value: 0, relation: 'eq' }, query },
          ]),
        );
        setTimeout(() => {
          response.setHeader('content-type', 'application/json').end(JSON.stringify({ responses, limit: 5 }));
        }, responseMs());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Box and Muller's method gives the normal deviate. */
function responseMs(): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return RESPONSE_MS.p50 * Math.exp(SIGMA * normal);
}
