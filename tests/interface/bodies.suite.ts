import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { type Book, deposit, newBook } from './books';
import { fullCustomer, ruleFor, send, transaction } from './customers';
import type { Product } from './product';
import { newTenant, setLimits, type Tenant } from './tenants';
import { unfinishedRequest } from './unfinished-request';

const MIB = 1024 * 1024;

/** Bodies that are malformed, too large, too deeply nested or of another content type. */
export function bodies(product: () => Product): void {
  let tenant: Tenant;
  let book: Book;
  beforeAll(async () => {
    tenant = await newTenant(product());
    // Each body of 1 MiB counts as 512 requests.
    await setLimits(product(), tenant, { request_burst: 100_000, key_request_burst: 100_000 });
    book = await newBook(tenant);
  });

  /** The operations that take a body, each with an acceptable body. */
  const OPERATIONS: [name: string, path: () => string, body: () => Record<string, unknown>, success?: number][] = [
    ['POST ledgers', () => tenant.path('/ledgers'), () => ({ name: 'Book', currency: 'USD' })],
    [
      'POST accounts',
      () => tenant.path(`/ledgers/${book.ledgerId}/accounts`),
      () => ({ code: randomUUID(), name: 'Cash', account_type: 'asset' }),
    ],
    ['POST postings', () => tenant.path('/postings'), () => deposit(book)],
    ['POST customers', () => tenant.path('/customers'), fullCustomer],
    ['POST events', () => '/events/webhook', () => transaction(tenant, 'ACC-1'), 202],
    ['POST monitoring rules', () => tenant.path('/monitoring-rules'), () => ruleFor('XTS', { mode: 'disabled' })],
  ];

  describe.each(OPERATIONS)('%s', (_name, path, body, success = 201) => {
    const send = (raw: string, headers?: Record<string, string>) => tenant.api.send('POST', path(), raw, headers);
    /** Returns the JSON of an acceptable body with a member added in front. */
    const plus = (member: string) => JSON.stringify(body()).replace('{', `{${member},`);

    it('accepts the body that the following tests modify', async () => {
      expect((await send(JSON.stringify(body()))).status).toBe(success);
    });

    it.each([
      '',
      '{',
      '}',
      '{"name":}',
      "{'name':'x'}",
      '{"name":"x",}',
      '[1,',
      '{"a":1}x',
      'NaN',
      'undefined',
      '\u0000',
      '<a/>',
      'name=x',
      '{"a":01}',
      '"\n"',
    ])('rejects %j, which is not JSON', async (raw) => {
      expectRefusal(await send(raw), 400, /JSON|body/);
    });

    it.each(['null', '[]', '[{}]', '[[]]', '"text"', '""', '5', '0', 'true', 'false'])(
      'rejects %s, which is JSON but not an object',
      async (raw) => {
        expectRefusal(await send(raw), 400, /body|object|name|code|ledger_id|email|tenant_id/);
      },
    );

    it('rejects an array that holds an acceptable body', async () => {
      expectRefusal(await send(JSON.stringify([body()])), 400);
      expectRefusal(await send(JSON.stringify([body(), body()])), 400);
    });

    it('rejects an empty object, and says which fields are missing', async () => {
      expectRefusal(await send('{}'), 400, /name|code|ledger_id|email|tenant_id/);
    });

    it.each([
      ['__proto__', '"__proto__":{"admin":true}'],
      ['__proto__ that is null', '"__proto__":null'],
      ['__proto__ spelt with escapes', '"\\u005f\\u005fproto__":{"currency":"USD"}'],
      ['__proto__ in metadata', '"metadata":{"a":{"__proto__":{"b":1}}}'],
      ['constructor.prototype', '"constructor":{"prototype":{"admin":true}}'],
      ['constructor', '"constructor":"x"'],
      ['constructor that is null', '"constructor":null'],
      ['prototype', '"prototype":{"admin":true}'],
      ['toString', '"toString":"x"'],
      ['hasOwnProperty', '"hasOwnProperty":null'],
      ['an empty name', '"":"x"'],
      ['then', '"then":{"a":1}'],
    ])('rejects a body with the member %s', async (_what, member) => {
      expectRefusal(await send(plus(member)), 400);
    });

    it.each([
      ['objects in metadata', (depth: number) => plus(`"metadata":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)],
      ['arrays in metadata', (depth: number) => plus(`"metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)],
      ['arrays in an unknown field', (depth: number) => plus(`"x":${'['.repeat(depth)}${']'.repeat(depth)}`)],
      ['objects in name', (depth: number) => `{"name":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`],
      [
        'arrays in entries',
        (depth: number) =>
          JSON.stringify({ ...body(), entries: 0 }).replace(
            '"entries":0',
            `"entries":${'['.repeat(depth)}${']'.repeat(depth)}`,
          ),
      ],
      ['arrays as the body', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ])('rejects %s nested deep, deeper and far too deep', async (_what, nested) => {
      for (const depth of [100, 2_000, 10_000, 100_000]) expectRefusal(await send(nested(depth)), 400);
    });

    it('accepts a body of exactly 1 MiB, and returns 413 for one byte more', async () => {
      const json = JSON.stringify(body());
      const exactly = ' '.repeat(MIB - Buffer.byteLength(json)) + json;
      expect((await send(exactly)).status).toBe(success);

      const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
      const told = { ...headers, 'content-length': MIB + 1 };
      expectRefusal(await unfinishedRequest(product().baseUrl + path(), told), 413, /1 MiB/);
      const untold = await unfinishedRequest(product().baseUrl + path(), headers, ` ${exactly}`);
      expectRefusal(untold, 413, /1 MiB/);
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'x',
      '*/*',
    ])('rejects the content type %s', async (type) => {
      expectRefusal(await send(JSON.stringify(body()), { 'content-type': type }), 400, /Content-Type|JSON/i);
    });

    it('rejects a form, even if its fields would be valid in JSON', async () => {
      const form = new URLSearchParams(
        Object.entries(body()).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expectRefusal(await send(form.toString(), headers), 400, /Content-Type|JSON/i);
    });

    it('rejects a body without a content type', async () => {
      const answer = await fetch(product().baseUrl + path(), {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.key}` },
        body: new Blob([JSON.stringify(body())]),
      });
      expectRefusal({ status: answer.status, headers: answer.headers, body: await answer.json() }, 400);
    });

    it('rejects a request without a body', async () => {
      const headers = { authorization: `Bearer ${tenant.key}` };
      const answer = await fetch(product().baseUrl + path(), { method: 'POST', headers });
      expectRefusal({ status: answer.status, headers: answer.headers, body: await answer.json() }, 400);
    });

    it.each(['application/json; charset=utf-8', 'Application/JSON'])('takes the content type %s', async (type) => {
      expect((await send(JSON.stringify(body()), { 'content-type': type })).status).toBe(success);
    });

    it('rejects bytes that are not UTF-8', async () => {
      const answer = await fetch(product().baseUrl + path(), {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
        body: Buffer.from(plus('"metadata":{"a":"\u00ff"}'), 'latin1'),
      });
      expectRefusal({ status: answer.status, headers: answer.headers, body: await answer.json() }, 400);
    });
  });

  it('of a posting may have 2,000 entries, and all are counted before one is checked', async () => {
    const entries = Array.from({ length: 2_001 }, () => ({}));
    const answer = await tenant.api.post(tenant.path('/postings'), { ...deposit(book, '1'), entries });
    expectRefusal(answer, 400, /^entries must have at most 2000 items$/);
  });

  it('to an unknown route is not read', async () => {
    const answer = await unfinishedRequest(
      `${product().baseUrl}/nope`,
      { 'content-type': 'application/json', 'content-length': 1_000_000 },
      '{"a":',
    );
    expectRefusal(answer, 404, /route does not exist/);
  });

  describe('metadata', () => {
    it('of 32 levels is stored completely', async () => {
      const nested = (levels: number): object => (levels === 1 ? { end: true } : { a: nested(levels - 1) });
      const body = { name: 'Deep', currency: 'USD', metadata: nested(32) };
      expect(dataOf(await tenant.api.post(tenant.path('/ledgers'), body), 201).metadata).toEqual(body.metadata);
    });

    const metadata = { list: Array.from({ length: 3_000 }, (_, index) => ({ index, text: 'é東'.repeat(50) })) };

    it('of a customer or an event may fill a body of nearly 1 MiB', async () => {
      const body = { ...fullCustomer(), metadata };
      const { id } = dataOf(await tenant.api.post(tenant.path('/customers'), body), 201);
      expect(dataOf(await tenant.api.get(tenant.path(`/customers/${id}`))).metadata).toEqual(metadata);
      const eventId = await send(tenant, transaction(tenant, body.account_refs[0]!, { metadata }));
      dataOf(await tenant.api.get(tenant.path(`/customers/${id}/risk-view`)));
      expect(dataOf(await tenant.api.get(tenant.path(`/events/${eventId}`)))).toMatchObject({
        status: 'processed',
        payload: { metadata },
      });
    });

    it('has at most 10,000 values', async () => {
      const tooMany = { list: Array.from({ length: 10_000 }, () => 1) };
      const answer = await tenant.api.post(tenant.path('/customers'), { ...fullCustomer(), metadata: tooMany });
      expectRefusal(answer, 400, /^metadata has more than 10000 values/);
      const event = transaction(tenant, 'a', { list: tooMany.list });
      expectRefusal(await tenant.api.post('/events/webhook', event), 400, /^payload has more than 10000 values/);
    });

    it('of a ledger or an account has at most 16,384 bytes, because lists contain it', async () => {
      const sized = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) });
      const ledger = { name: 'Notes', currency: 'USD' };
      const account = { code: randomUUID(), name: 'Notes', account_type: 'asset' };
      const accounts = tenant.path(`/ledgers/${book.ledgerId}/accounts`);
      for (const [path, body] of [[tenant.path('/ledgers'), ledger] as const, [accounts, account] as const]) {
        const longer = await tenant.api.post(path, { ...body, metadata: sized(16_385) });
        expectRefusal(longer, 400, /^metadata must have at most 16384 bytes as JSON/);
        const { status } = await tenant.api.post(path, { ...body, metadata: sized(16_384) });
        expect(status).toBe(201);
      }
    });

    it('of a posting may fill a body of nearly 1 MiB', async () => {
      const answer = await tenant.api.post(tenant.path('/postings'), deposit(book, '1', { metadata }));
      const { id } = dataOf(answer, 201).transaction;
      expect(dataOf(await tenant.api.get(tenant.path(`/postings/${id}/verify`))).verified).toBe(true);
    });
  });
}
