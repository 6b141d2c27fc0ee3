import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Refusal } from '@probity/platform/errors';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { UploadSlots } from './upload-slots';

type Step = (request: FastifyRequest, reply: FastifyReply) => unknown;
const nothing: Step = () => {};

/** A server with slots for its uploads, which stops at the steps of a request that a test chooses. */
let server: FastifyInstance;
let port: number;
let steps: { beforeAdmission: Step; beforeWork: Step; work: Step };
let worked: number;

beforeEach(async () => {
  const slots = new UploadSlots();
  steps = { beforeAdmission: nothing, beforeWork: nothing, work: nothing };
  worked = 0;
  server = fastify({ forceCloseConnections: true });
  server.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? 503 : 500).send(error));
  server.addHook('onRequest', async (request, reply) => {
    request.staffId = String(request.headers.caller);
    await steps.beforeAdmission(request, reply);
    slots.admit(request, reply);
  });
  server.get('/slow', () => new Promise(() => {}));
  server.post('/tenants/:slug/files', { config: { maxUploadBytes: 10 } }, async (request, reply) => {
    await steps.beforeWork(request, reply);
    return slots.during(request, async () => {
      worked++;
      await steps.work(request, reply);
      return 'stored';
    });
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.server.address() as AddressInfo);
});
afterEach(() => server.close());

const head = (caller: string, tenant: string) =>
  `POST /tenants/${tenant}/files HTTP/1.1\r\nhost: h\r\ncaller: ${caller}\r\ncontent-type: text/plain\r\n`;

/** Sends the text over a connection of its own. */
function send(text: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(text);
  return socket;
}
async function upload(caller: string, tenant = 'bank'): Promise<number> {
  const socket = send(`${head(caller, tenant)}content-length: 1\r\nconnection: close\r\n\r\nx`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return Number(answer.toString().split(' ')[1]);
}
/** Resolves when the server knows that the connection of the request has ended. */
const ended = async ({ raw }: FastifyRequest): Promise<void> => {
  if (!raw.socket.destroyed) await new Promise((resolve) => raw.socket.once('close', resolve));
};
/** A promise, and how to resolve it. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((resolved) => (resolve = resolved));
  return { promise, resolve };
}
/** A step that many requests wait in, and when so many have come to it. */
function held(count: number): { step: Step; begun: Promise<void>; release: () => void } {
  const { promise: begun, resolve: begin } = deferred<void>();
  const { promise, resolve: release } = deferred<void>();
  let come = 0;
  const step = () => {
    if (++come === count) begin();
    return promise;
  };
  return { step, begun, release };
}

describe('uploads at the same time', () => {
  it('are at most two of a caller, and four to a tenant', async () => {
    const { step, begun, release } = held(4);
    steps.work = step;
    const four = ['a', 'a', 'b', 'c'].map((caller) => upload(caller));
    await begun;
    expect(await upload('d')).toBe(503);
    expect(await upload('a', 'other')).toBe(503);
    const elsewhere = upload('d', 'other');
    release();
    expect(await Promise.all([...four, elsewhere])).toEqual([200, 200, 200, 200, 200]);
    expect(await upload('d')).toBe(200);
  });

  it('keep their slots until their work ends, also when their callers go', async () => {
    const { step, begun, release } = held(2);
    const requests: FastifyRequest[] = [];
    steps.work = (request, reply) => {
      requests.push(request);
      return step(request, reply);
    };
    const sockets = [1, 2].map(() => send(`${head('a', 'bank')}content-length: 1\r\n\r\nx`));
    await begun;
    sockets.forEach((socket) => socket.destroy());
    for (const request of requests) await ended(request);
    expect(await upload('a')).toBe(503);
    release();
    steps.work = nothing;
    expect(await upload('a')).toBe(200);
  });
});

describe('a caller who has gone', () => {
  /** Sends an upload whose connection ends when it comes to the step; resolves when the request has gone on. */
  async function goAt(name: 'beforeAdmission' | 'beforeWork'): Promise<void> {
    const { promise, resolve } = deferred<void>();
    steps[name] = async (request) => {
      socket.destroy();
      await ended(request);
      setImmediate(resolve);
    };
    const socket = send(`${head('a', 'bank')}content-length: 1\r\n\r\nx`);
    await promise;
    steps[name] = nothing;
  }

  it('gets no work done, and leaves no slot behind', async () => {
    for (let n = 0; n < 3; n++) await goAt('beforeWork');
    expect(worked).toBe(0);
    expect(await upload('a')).toBe(200);
  });

  it('gets no slot', async () => {
    for (let n = 0; n < 3; n++) await goAt('beforeAdmission');
    expect(await upload('a')).toBe(200);
    expect(worked).toBe(1);
  });

  it('leaves no slot behind when its upload waited for an earlier request of the connection', async () => {
    for (let n = 0; n < 3; n++) {
      const { promise, resolve } = deferred<FastifyRequest>();
      steps.beforeAdmission = (request) => {
        if (request.method === 'POST') setImmediate(resolve, request);
      };
      const slow = 'GET /slow HTTP/1.1\r\nhost: h\r\n\r\n';
      const socket = send(`${slow}${head('a', 'bank')}content-length: 10\r\n\r\nx`);
      const request = await promise;
      socket.destroy();
      await ended(request);
    }
    steps.beforeAdmission = nothing;
    expect(await upload('a')).toBe(200);
  });
});
