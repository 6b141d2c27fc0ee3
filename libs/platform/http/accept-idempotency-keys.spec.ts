import { fastify } from 'fastify';
import { acceptIdempotencyKeys } from './accept-idempotency-keys';

const LEDGER = '8e03978e-40d5-43dd-bc93-6894a57f9324';

describe('a request that is sent again with its Idempotency-Key', () => {
  const server = fastify();
  server.addHook('onRequest', (request, _reply, done) => {
    request.keyScope = { name: 'tenant', caller: 'key' };
    done();
  });
  acceptIdempotencyKeys(server);
  server.post('/ledgers/:id/accounts', ({ keyed }) => keyed!.key);
  afterAll(() => server.close());

  const keyOf = async (id: string, payload?: object): Promise<unknown> => {
    const headers = { 'idempotency-key': 'k' };
    const { body } = await server.inject({ method: 'POST', url: `/ledgers/${id}/accounts`, headers, payload });
    return JSON.parse(body);
  };

  it('is the same request with the id in upper case', async () => {
    expect(await keyOf(LEDGER.toUpperCase(), { code: 'a' })).toEqual(await keyOf(LEDGER, { code: 'a' }));
    expect(await keyOf('Ledger')).not.toEqual(await keyOf('ledger'));
  });

  it('is the same request without a body and with an empty one', async () => {
    expect(await keyOf(LEDGER, {})).toEqual(await keyOf(LEDGER));
    expect(await keyOf(LEDGER, { code: null })).not.toEqual(await keyOf(LEDGER));
    expect(await keyOf(LEDGER, [])).not.toEqual(await keyOf(LEDGER));
  });
});
