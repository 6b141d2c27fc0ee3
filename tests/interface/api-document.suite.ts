import { randomUUID } from 'node:crypto';
import SchemaCheck from 'typebox/schema';
import { type Answer, Api } from '../../testing/api';
import { dataOf } from './answers';
import { apiDocument, closed, exampleOf, type Operation, operationsOf, type Webhook, webhooksOf } from './api-document';
import { type Endpoint, ENDPOINTS, type Estate, INGESTION, newEstate, pathTo } from './endpoints';
import { eventually } from './customers';
import { describeOnOurOwn, type Product } from './product';
import { newTenant, type Tenant } from './tenants';
import { WebhookReceiver } from './webhook-receiver';
import { eventOf, EVERY_EVENT, HAPPENINGS, newEndpoint, newScene } from './webhooks';

/** Compares the API document with the behaviour of the API. */
export function apiDocumentation(product: () => Product): void {
  let tenant: Tenant;
  let estate: Estate;
  let document: any;
  let operations: Operation[];
  beforeAll(async () => {
    tenant = await newTenant(product());
    estate = await newEstate(tenant);
    document = await apiDocument(product().baseUrl);
    operations = operationsOf(document);
  });

  /** Removes the names of path parameters, because they may differ. */
  const shape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');

  function operationFor(endpoint: Endpoint): Operation {
    const [method, path] = endpoint.name.split(' ') as [string, string];
    const whole = endpoint === INGESTION ? path : `/tenants/{slug}${path}`;
    const found = operations.find((one) => one.method === method && shape(one.path) === shape(whole));
    if (!found) throw new Error(`the API document has no ${endpoint.name}`);
    return found;
  }

  const ALL = [...ENDPOINTS, INGESTION];
  const named = (name: string): Endpoint => ALL.find((endpoint) => endpoint.name === name)!;

  const send = (endpoint: Endpoint, body?: unknown): Promise<Answer> =>
    tenant.api.send(
      endpoint.method,
      pathTo(endpoint, tenant.slug, estate),
      body === undefined ? undefined : JSON.stringify(body),
    );

  describe('the API document', () => {
    it('is OpenAPI 3.1, served as JSON and without a key', async () => {
      const answer = await new Api(product().baseUrl, undefined).get('/openapi.json');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.body).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\.\d+$/),
        info: { title: expect.stringMatching(/./), version: expect.stringMatching(/./) },
      });
    });

    it('is served even to a request with a wrong key', async () => {
      expect((await new Api(product().baseUrl, 'wrong').get('/openapi.json')).status).toBe(200);
    });

    it('has unique operation ids, so that clients can be generated', () => {
      const ids = Object.values<any>({ ...document.paths, ...document.webhooks }).flatMap((path) =>
        Object.values<any>(path).map((one) => one.operationId),
      );
      expect(ids).not.toContain(undefined);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('describes the key as a bearer token that is not a JWT', () => {
      const schemes = Object.values<any>(document.components.securitySchemes);
      expect(schemes).toHaveLength(1);
      expect(schemes[0]).toMatchObject({ type: 'http', scheme: 'bearer' });
      expect(schemes[0].bearerFormat ?? '').not.toMatch(/jwt/i);
    });
  });

  describe.each(ALL.map((endpoint) => [endpoint.name, endpoint] as const))('%s in the document', (_name, endpoint) => {
    it('needs a key, and documents its success and its errors', () => {
      const operation = operationFor(endpoint);
      const statuses = [
        endpoint.success,
        400,
        401,
        403,
        429,
        ...(endpoint.names ? [404] : []),
        ...(endpoint.body ? [413] : []),
      ];
      expect(operation.needsKey).toBe(true);
      expect([...operation.answers.keys()]).toEqual(expect.arrayContaining(statuses));
      for (const status of statuses) {
        if (status !== 204) expect(operation.answers.get(status)).toBeDefined();
      }
    });

    it('has an example and a type for every parameter and every required field', () => {
      const { parameters, body, answers } = operationFor(endpoint);
      const withoutExample = parameters.filter(({ schema }) => exampleOf(schema) === undefined);
      expect(withoutExample.map((parameter) => parameter.name)).toEqual([]);
      const withoutType = parameters.filter(({ schema }) => schema.type === undefined);
      expect(withoutType.map((parameter) => parameter.name)).toEqual([]);
      if (endpoint.body) expect(exampleOf(body!)).toBeDefined();
      for (const [status, schema] of answers) {
        if (status !== 204)
          expect({ status, example: exampleOf(schema!) }).toEqual({ status, example: expect.anything() });
      }
    });

    it('has examples that its own schemas accept', () => {
      const { body, answers } = operationFor(endpoint);
      for (const schema of [body, ...answers.values()].filter((one) => one !== undefined)) {
        expect(SchemaCheck.Errors(closed(schema) as object, exampleOf(schema))).toEqual([true, []]);
      }
    });

    it('has an example of each error, named after its code and in the error envelope', () => {
      const { answers, examples } = operationFor(endpoint);
      for (const status of [400, 401, 403, 429, ...(endpoint.names ? [404] : []), ...(endpoint.body ? [413] : [])]) {
        const given = Object.entries(examples.get(status)!);
        expect({ status, given }).not.toEqual({ status, given: [] });
        for (const [code, example] of given) {
          expect(SchemaCheck.Errors(closed(answers.get(status)!) as object, example)).toEqual([true, []]);
          expect(example).toMatchObject({ code });
        }
      }
    });

    it('describes every field of its response', async () => {
      const operation = operationFor(endpoint);
      const answer = await send(endpoint, endpoint.body?.(estate));
      expect(answer.status).toBe(endpoint.success);
      estate = { ...estate, ...(await endpoint.again?.(tenant)) };
      const schema = operation.answers.get(endpoint.success);
      if (!schema) expect(answer.body).toBeUndefined();
      else expect(SchemaCheck.Errors(closed(schema) as object, answer.body)).toEqual([true, []]);
    });
  });

  describe('the refusals of webhooks in the document', () => {
    it.each<[string, number, string[]]>([
      ['POST /webhooks', 400, ['unsafe_url', 'too_many_webhooks']],
      ['POST /webhooks/{id}/rotate-secret', 400, ['rotated_since']],
      ['GET /webhooks/{id}', 404, ['not_found']],
      ['GET /webhooks/{id}/deliveries', 404, ['not_found']],
      ['POST /webhooks/{id}/rotate-secret', 404, ['not_found']],
      ['DELETE /webhooks/{id}', 404, ['not_found']],
    ])('%s names for %i the codes %j', (name, status, codes) => {
      const { examples, descriptions } = operationFor(named(name));
      expect(Object.keys(examples.get(status)!)).toEqual(expect.arrayContaining(codes));
      for (const code of codes) expect(descriptions.get(status)).toContain(`\`${code}\``);
    });

    it('list the codes that the API returns', async () => {
      const answered = async (endpoint: Endpoint, path: string, body?: object) =>
        (await tenant.api.send(endpoint.method, tenant.path(path), body && JSON.stringify(body))).body.code as string;
      const create = named('POST /webhooks');
      const body = { ...create.body!(estate), url: 'http://10.0.0.1/' };
      expect(await answered(create, '/webhooks', body)).toBe('unsafe_url');
      const missing = `/webhooks/${randomUUID()}`;
      expect(await answered(named('GET /webhooks/{id}'), missing)).toBe('not_found');
      expect(await answered(named('DELETE /webhooks/{id}'), missing)).toBe('not_found');
    });

    it.each([
      ['POST /webhooks', /list the endpoints, delete the one that was created, and create it again/],
      ['POST /webhooks/{id}/rotate-secret', /rotate again/],
    ])('say for %s what to do if the outcome is unknown', (name, says) => {
      expect(operationFor(named(name)).descriptions.get(503)).toMatch(says);
      expect(operationFor(named(name)).descriptions.get(503)).not.toMatch(/posting|transaction_id/);
    });
  });

  describe('the webhooks of the document', () => {
    const HEADERS = ['X-Service-Event', 'X-Service-Event-ID', 'X-Service-Delivery-ID', 'X-Service-Signature'];
    let webhooks: Map<string, Webhook>;
    beforeAll(() => {
      webhooks = webhooksOf(document);
    });

    it('are the declared event types', () => {
      expect([...webhooks.keys()].sort()).toEqual([...EVERY_EVENT].sort());
    });

    it.each(EVERY_EVENT)('describe %s with its headers, and with examples that the schemas accept', (name) => {
      const { body, example, headers, statuses } = webhooks.get(name)!;
      expect(headers.map((header) => header.name)).toEqual(HEADERS);
      for (const { schema } of headers) {
        expect(SchemaCheck.Errors(schema as object, schema.example)).toEqual([true, []]);
      }
      expect(SchemaCheck.Errors(closed(body) as object, example)).toEqual([true, []]);
      expect(body.required!.toSorted()).toEqual(['data', 'event', 'event_id', 'occurred_at', 'tenant_id']);
      const header = (called: string) => headers.find((one) => one.name === called)!.schema.example;
      expect(example).toMatchObject({ event: name, event_id: header('X-Service-Event-ID') });
      expect(header('X-Service-Event')).toBe(name);
      expect(statuses).toContain('2XX');
    });

    // A deployment that the environment names may be unable to reach this machine.
    describeOnOurOwn('say', () => {
      let receiver: WebhookReceiver;
      beforeAll(async () => {
        receiver = await WebhookReceiver.start();
      });
      afterAll(() => receiver?.stop());

      it('describe every field and header of the requests that arrive', async () => {
        const scene = await newScene(product());
        const inbox = receiver.newInbox();
        await newEndpoint(scene.tenant, { url: inbox.url, event_types: EVERY_EVENT });
        for (const happen of Object.values(HAPPENINGS)) await happen(product(), scene);

        const received = await eventually(
          'every event has arrived',
          () => Promise.resolve(inbox.received),
          (all) => new Set(all.map((request) => eventOf(request).event)).size === EVERY_EVENT.length,
        );
        for (const request of received) {
          const event = eventOf(request);
          const webhook = webhooks.get(event.event)!;
          expect(SchemaCheck.Errors(closed(webhook.body) as object, event)).toEqual([true, []]);
          expect(Object.keys(webhook.example)).toEqual(Object.keys(event));
          expect(Object.keys(webhook.example.data)).toEqual(Object.keys(event.data));
          expect(request.method).toBe(webhook.method);
          expect(request.headers['content-type']).toBe(webhook.contentType);
          const names = Object.keys(request.headers).filter((name) => name.startsWith('x-'));
          expect(names.sort()).toEqual(webhook.headers.map(({ name }) => name.toLowerCase()).sort());
          for (const { name, schema } of webhook.headers) {
            expect(SchemaCheck.Errors(schema as object, request.headers[name.toLowerCase()])).toEqual([true, []]);
          }
        }
      });
    });
  });

  describe('the examples of bodies', () => {
    const exampleFor = (endpoint: Endpoint): any => exampleOf(operationFor(endpoint).body!);

    it.each([
      'POST /ledgers',
      'POST /ledgers/{id}/accounts',
      'POST /customers',
      'POST /monitoring-rules',
      'POST /webhooks',
      'POST /monitoring-rules/backtests',
      'POST /watchlist-entries',
    ])('are accepted unchanged by %s', async (name) => {
      const answer = await send(named(name), exampleFor(named(name)));
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: named(name).success,
        body: expect.anything(),
      });
    });

    it('create a new version of a rule, if the expected version is removed', async () => {
      const endpoint = named('PUT /monitoring-rules/{id}');
      dataOf(await send(endpoint, { ...exampleFor(endpoint), expected_version: null }));
    });

    it('are accepted as events with the id of the tenant', async () => {
      const forms = operationFor(INGESTION).body!.oneOf!.map(exampleOf) as { event_type: string }[];
      expect(forms.map(({ event_type }) => event_type)).toEqual(['transaction', 'onboarding']);
      for (const form of forms) expect((await send(INGESTION, { ...form, tenant_id: tenant.id })).status).toBe(202);
    });

    it('make a posting with ids that exist', async () => {
      const example = exampleFor(named('POST /postings')) as { entries: { account_id: string }[] };
      const ids = [estate.cash, estate.funds];
      const entries = example.entries.map((entry, index) => ({ ...entry, account_id: ids[index]! }));
      dataOf(await send(named('POST /postings'), { ...example, ledger_id: estate.ledgerId, entries }), 201);
    });
  });
}
