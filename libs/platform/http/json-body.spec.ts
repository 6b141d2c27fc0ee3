import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
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
    fastify.post('/raw', { config: { rawBody: true } }, ({ body, headers }) => ({
      bytes: (body as Buffer).toString('latin1'),
      type: headers['content-type'],
    }));
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

  describe('of a route that gets the bytes', () => {
    /** Unlike fetch, sends the header as it is, or none. */
    const postRaw = async (type: string | undefined, path = '/raw') => {
      const sent = httpRequest(url + path, {
        method: 'POST',
        headers: type === undefined ? {} : { 'content-type': type },
      });
      const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
        sent.on('error', reject).on('response', (response) => {
          const status = response.statusCode!;
          text(response).then((body) => resolve({ status, body: JSON.parse(body) as unknown }), reject);
        });
      });
      sent.end(Buffer.from('{"\xe9', 'latin1'));
      return answered;
    };

    it.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])(
      'is accepted as %s',
      async (type) => {
        expect(await postRaw(type)).toEqual({ status: 200, body: { bytes: '{"\xe9', type } });
      },
    );

    it.each([undefined, '', ' ', 'json', 'undefined', '/', 'text/', 'text/plain text', ';', 'a/b;c', 'a/b, c/d'])(
      'is accepted with the content type %j',
      async (type) => {
        expect(await postRaw(type)).toMatchObject({ status: 200, body: { bytes: '{"\xe9' } });
      },
    );

    it.each([undefined, '', 'json', 'text/plain'])('is rejected by every other route as %j', async (type) => {
      expect(await postRaw(type, '/')).toMatchObject({ status: 400, body: { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' } });
    });
  });

  it('in another encoding is rejected', async () => {
    const latin1 = new Uint8Array(Buffer.from('{"name":"é"}', 'latin1'));
    expect(await post(latin1)).toEqual({ status: 400, body: { code: 'not_json', message: ENCODING } });
  });
});
