import { breakingApiChanges, type PublishedApi } from './breaking-api-changes';

const api = (): PublishedApi => ({
  paths: {
    '/things': {
      post: {
        parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Body: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, note: { type: 'string' } } },
      Thing: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  },
});

/** The breaking changes of a change of this API. */
function broken(change: (current: any) => void): string[] {
  const current = api();
  change(current);
  return breakingApiChanges(api(), current);
}
const post = (current: any) => current.paths['/things'].post;

describe('a change of an API', () => {
  it.each<[what: string, change: (current: any) => void, says: RegExp]>([
    ['an operation is removed', (now) => delete now.paths['/things'], /^POST \/things: removed$/],
    ['a parameter is removed', (now) => (post(now).parameters = []), /query dry: removed/],
    ['a parameter is needed', (now) => (post(now).parameters[0].required = true), /query dry: is now required/],
    [
      'a parameter is added that is needed',
      (now) => post(now).parameters.push({ name: 'at', in: 'query', required: true, schema: {} }),
      /query at: added, and required/,
    ],
    ['a field of a request is removed', (now) => delete now.components.schemas.Body.properties.note, /note: removed/],
    ['a field of a request is needed', (now) => now.components.schemas.Body.required.push('note'), /now required/],
    [
      'a text of a request is bounded',
      (now) => (now.components.schemas.Body.properties.name.maxLength = 9),
      /body\.name: maxLength changed from none to 9/,
    ],
    ['a field of a response is removed', (now) => delete now.components.schemas.Thing.properties.id, /id: removed/],
    [
      'a field of a response may be null',
      (now) => (now.components.schemas.Thing.properties.id = { type: ['string', 'null'] }),
      /201\.id/,
    ],
    ['a status is removed', (now) => delete post(now).responses[201], /201: removed/],
  ])('breaks clients when %s', (_what, change, says) => {
    expect(broken(change)).toEqual([expect.stringMatching(says)]);
  });

  it.each<[what: string, change: (current: any) => void]>([
    ['an operation is added', (now) => (now.paths['/others'] = now.paths['/things'])],
    ['a field is added', (now) => (now.components.schemas.Thing.properties.more = { type: 'string' })],
    ['a request may have null', (now) => (now.components.schemas.Body.properties.note = { type: ['string', 'null'] })],
    [
      'the document states that the API rejects unknown fields, as before',
      (now) => (now.components.schemas.Body.additionalProperties = false),
    ],
    [
      'a schema is inlined, named otherwise or written otherwise',
      (now) => {
        post(now).responses[201].content['application/json'].schema = { allOf: [now.components.schemas.Thing] };
        delete now.components.schemas.Thing;
      },
    ],
  ])('breaks nothing when %s', (_what, change) => {
    expect(broken(change)).toEqual([]);
  });

  it('breaks clients when a request that was documented as open is closed', () => {
    const [before, now] = [api(), api()];
    before.components.schemas.Body!.additionalProperties = true;
    now.components.schemas.Body!.additionalProperties = false;
    expect(breakingApiChanges(before, now)).toEqual([expect.stringMatching(/additionalProperties/)]);
  });
});
