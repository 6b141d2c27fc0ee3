import Fastify, { type FastifyInstance } from 'fastify';
import { acceptOnlyJson } from './json-body';

const INVALID = 'the request body is not valid JSON';
const KEY = 'the request body has a forbidden key: __proto__, or constructor with prototype in it';
const ENCODING = 'the request body must be encoded in UTF-8';
const BOM = '\ufeff';

describe('a body', () => {
  let fastify: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    fastify = Fastify();
    acceptOnlyJson(fastify);
    fastify.setErrorHandler((error: Error & { code: string }, _request, reply) =>
      reply.code(400).send({ code: error.code, message: error.message }),
    );
    fastify.post('/', ({ body }) => ({ body }));
    url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => fastify.close());

  const post = async (body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return { status: answer.status, body: await answer.json() };
  };

  it.each<[string, unknown]>([
    ['{"name":"é東"}', { name: 'é東' }],
    [`${BOM}{"name":"x"}`, { name: 'x' }],
    ['[1]', [1]],
    ['{"note":"__proto__"}', { note: '__proto__' }],
    ['{"constructor":"x"}', { constructor: 'x' }],
    ['{"prototype":{"a":1}}', { prototype: { a: 1 } }],
  ])('%j is accepted', async (text, body) => {
    expect(await post(text)).toEqual({ status: 200, body: { body } });
  });

  it('that is empty counts as absent', async () => {
    expect(await post('')).toEqual({ status: 200, body: {} });
  });

  it.each<[string, string]>([
    ['{', INVALID],
    ['{"a":1}x', INVALID],
    ["{'a':1}", INVALID],
    [`${BOM}${BOM}{}`, INVALID],
    ['{"__proto__":1', INVALID],
    ['{"a":"\u0000"}', INVALID],
    ['{"__proto__":null}', KEY],
    [`${BOM}{"__proto__":{"a":1}}`, KEY],
    ['{"\\u005f\\u005fproto__":1}', KEY],
    ['[{"a":{"__proto__":{}}}]', KEY],
    ['{"constructor":{"prototype":null}}', KEY],
  ])('%j is rejected with its problem: %s', async (text, message) => {
    expect(await post(text)).toEqual({ status: 400, body: { code: 'not_json', message } });
  });

  it('in another encoding is rejected', async () => {
    const latin1 = new Uint8Array(Buffer.from('{"name":"é"}', 'latin1'));
    expect(await post(latin1)).toEqual({ status: 400, body: { code: 'not_json', message: ENCODING } });
  });
});
