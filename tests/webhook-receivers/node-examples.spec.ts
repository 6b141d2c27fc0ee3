import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transformSync } from '@swc/core';
import type { FastifyInstance } from 'fastify';
import { signWebhook, type WebhookEvent } from '@probity/webhook-verification';
import { BODY, OTHER_SECRET, SECRET } from './deliveries';
import { documentedWith } from './documented';

/** Runs an example of a document. `store` replaces the function that the reader has to write. */
function runExample<Exports>(path: string, marker: string, store: (event: WebhookEvent) => Promise<void>): Exports {
  const { code } = transformSync(documentedWith(path, marker === 'createServer' ? 'js' : 'ts', marker), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
    swcrc: false,
  });
  const exported = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the code is from this project's documentation
  new Function('exports', 'require', 'store', code)(exported, require, store);
  return exported as Exports;
}

const now = (): number => Math.floor(Date.now() / 1000);
const headersSignedWith = (secret: string) => ({
  'content-type': 'application/json',
  'x-service-signature': signWebhook(BODY, secret, now()),
});
/** The same JSON value as the signed body, but with other bytes. */
const REWRITTEN = JSON.stringify(JSON.parse(BODY), null, 1);

describe('the examples for Node.js', () => {
  let stored: string[];
  const store = async ({ event_id }: WebhookEvent): Promise<void> => void stored.push(event_id);
  const before = { ...process.env };

  beforeEach(() => {
    stored = [];
    process.env.PROBITY_WEBHOOK_SECRET = SECRET;
    process.env.PORT = '0';
    jest.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const name of ['PROBITY_WEBHOOK_SECRET', 'PORT']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  /** Posts a signed body, a body signed by another sender, and a body that was serialised again after signing. */
  async function answersAt(url: string): Promise<number[]> {
    const post = async (body: string, secret: string): Promise<number> =>
      (await fetch(url, { method: 'POST', headers: headersSignedWith(secret), body })).status;
    return [await post(BODY, SECRET), await post(BODY, OTHER_SECRET), await post(REWRITTEN, SECRET)];
  }

  it('work with the server of Node.js', async () => {
    const { server } = runExample<{ server: Server }>('docs/guides/receive-webhooks.md', 'createServer', store);
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      expect(await answersAt(`http://127.0.0.1:${port}/webhooks/probity`)).toEqual([204, 400, 400]);
      expect(console.warn).toHaveBeenCalledWith('signature_mismatch', expect.any(String));
      const tooLarge = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: Buffer.alloc((1 << 20) + 1) });
      expect(tooLarge.status).toBe(413);
    } finally {
      server.close();
      server.closeAllConnections();
    }
    expect(stored).toEqual([JSON.parse(BODY).event_id]);
  });

  it('do not start without a secret', () => {
    delete process.env.PROBITY_WEBHOOK_SECRET;
    expect(() => runExample('docs/guides/receive-webhooks.md', 'createServer', store)).toThrow(
      'PROBITY_WEBHOOK_SECRET',
    );
  });

  it('work with Fastify', async () => {
    const path = 'libs/webhook-verification/README.md';
    const { app } = runExample<{ app: FastifyInstance }>(path, "from 'fastify'", store);
    try {
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      expect(await answersAt(`${origin}/webhooks/probity`)).toEqual([204, 400, 400]);
    } finally {
      await app.close();
    }
    expect(stored).toEqual([JSON.parse(BODY).event_id]);
  });
});
