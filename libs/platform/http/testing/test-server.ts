import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { Refusal } from '../../errors';
import { Metrics } from '../../metrics';
import { createHttpApplication, type HttpApplicationOptions } from '../http-application';

/** The requests to `GET /held` wait here until the test lets them continue. */
let held: (() => void)[] = [];
/** the server calls this for each item of `GET /long` that it has written */
let itemWritten: () => void = () => undefined;

@Controller('things')
class Things {
  @Post()
  take(@Body() body: object) {
    return body;
  }

  /** a list of 100 items, of which each takes 4 ms to write */
  @Get('long')
  list() {
    const write = (n: number): unknown => {
      const until = performance.now() + 4;
      while (performance.now() < until);
      itemWritten();
      return { n };
    };
    return Array.from({ length: 100 }, (_none, n) => ({ toJSON: () => write(n) }));
  }

  @Get('held')
  async wait() {
    await new Promise<void>((go) => held.push(go));
    return { waited: true };
  }
}

@Module({ controllers: [Things] })
class ThingsModule {}

export interface TestServer {
  app: NestFastifyApplication;
  port: number;
  url: string;
  /** the lines of the log */
  log: Record<string, unknown>[];
  /** resolves when a request to `GET /things/held` waits; returns the function that lets it continue */
  heldRequest(): Promise<() => void>;
  /** calls the function for each item of the list of `GET /things/long` when it is written */
  onItemWritten(call: () => void): void;
  /** how many requests to `GET /things/held` wait */
  held(): number;
  /** Sends bytes on a new connection. Resolves with all that comes back when the server closes it. */
  exchange(...bytes: string[]): Promise<string>;
}

/** Starts a server with the parts of every HTTP service. It accepts the token `good` of the key `k1`. */
export async function startTestServer(options: Partial<HttpApplicationOptions> = {}): Promise<TestServer> {
  held = [];
  const log: Record<string, unknown>[] = [];
  const write = (line: string): unknown => log.push(JSON.parse(line) as Record<string, unknown>);
  const app = await createHttpApplication(
    { module: ThingsModule },
    {
      service: 'test',
      logger: pino({ base: null }, { write }),
      metrics: new Metrics(),
      dependencies: [],
      settings: { TRUSTED_PROXIES: [], BEHIND_TLS: false },
      authorize: async (request) => {
        if (request.headers.authorization !== 'Bearer good') {
          throw new Refusal('unauthenticated', 'bad_api_key', 'a valid API key is required');
        }
        request.tenantSlug = 'acme';
        request.keyId = 'k1';
      },
      ...options,
    },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    port,
    url: `http://127.0.0.1:${port}/api/v1`,
    log,
    heldRequest: async () => {
      while (held.length === 0) await new Promise(setImmediate);
      return held.shift()!;
    },
    onItemWritten: (call) => (itemWritten = call),
    held: () => held.length,
    exchange: (...bytes) =>
      new Promise((done, failed) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => bytes.forEach((part) => socket.write(part)));
        socket.on('data', (chunk) => (answer += String(chunk)));
        socket.on('close', () => done(answer));
        socket.on('error', failed);
      }),
  };
}
