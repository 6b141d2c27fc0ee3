import { breakingApiChanges, publishedApi } from '@probity/contracts/compatibility/breaking-api-changes';
import SchemaCheck from 'typebox/schema';
import { apiDocuments, publishedDocument } from './api-documents';

const documents = apiDocuments();

/** Yields every schema in a part of a document, with its path. */
function* schemasBelow(value: any, at: string): Generator<[at: string, schema: any]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value];
  for (const [key, child] of Object.entries(value)) {
    if (!['examples', 'example', 'enum', 'default'].includes(key)) yield* schemasBelow(child, `${at}/${key}`);
  }
}

const operationsOf = (document: any): [name: string, operation: any][] =>
  Object.entries<any>(document.paths).flatMap(([path, operations]) =>
    Object.entries<any>(operations).map(([method, one]): [string, any] => [`${method} ${path}`, one]),
  );

describe.each(Object.entries(documents))('the API document of the %s', (service, document) => {
  it('breaks no client of the published document', () => {
    expect(breakingApiChanges(publishedDocument(service), publishedApi(document))).toEqual([]);
  });

  it('has a named schema for every object, so that generated clients have a class for it', () => {
    const unnamed = [...schemasBelow(document, '')].filter(
      ([at, schema]) => schema.properties && schema.type === 'object' && !/^\/components\/schemas\/\w+$/.test(at),
    );
    expect(unnamed.map(([at]) => at)).toEqual([]);
  });

  it('has every schema that it refers to, and no unused schema', () => {
    const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    const used = [...schemasBelow(document, '')].map(([, schema]) => schema.$ref).filter((ref) => ref !== undefined);
    // WebhookEvent, the union of all webhooks, is for receivers; no operation refers to it.
    const forReceivers = service === 'gateway' ? ['#/components/schemas/WebhookEvent'] : [];
    expect([...new Set([...used, ...forReceivers])].sort()).toEqual(named.sort());
  });

  it('rejects unknown fields in every request, except in the payloads of events', () => {
    const bodies = Object.entries<any>(document.components.schemas).filter(([name]) => /Body$|Payload$/.test(name));
    const open = bodies.filter(([, schema]) => schema.additionalProperties !== false).map(([name]) => name);
    // A posting payload is in responses only.
    const isOpen = ['ErrorBody', 'OnboardingPayload', 'PostingPayload', 'TransactionPayload'];
    expect(open.sort()).toEqual(isOpen.filter((name) => name in document.components.schemas));
  });

  it('has examples that the schemas accept', () => {
    const wrong = [...schemasBelow(document.components.schemas, '')].flatMap(([at, schema]) =>
      (Array.isArray(schema.examples) ? schema.examples : []).flatMap((example: unknown) => {
        const [isValid, errors] = SchemaCheck.Errors({ ...schema, components: document.components }, example);
        return isValid ? [] : [{ at, errors }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('documents the responses of every operation, with an example, and its errors', () => {
    for (const [name, { responses, tags, summary }] of operationsOf(document)) {
      const all = Object.keys(responses).filter((status) => /^[23]/.test(status));
      // 202 next to another status: the change may wait for a second person.
      const success = all.length > 1 ? all.filter((status) => status !== '202') : all;
      expect({ name, success, tags }).toEqual({ name, success: [expect.any(String)], tags: [expect.any(String)] });
      expect(summary).toMatch(/./);
      const { content } = responses[success[0]!];
      expect({ name, content }).toEqual({
        name,
        content: ['204', '303'].includes(success[0]!) ? undefined : expect.any(Object),
      });
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '500', '503']));
      for (const response of Object.values<any>(responses)) expect(response.headers).toHaveProperty('X-Request-Id');
    }
  });

  it('documents the largest offset of every list, and null wherever a body accepts it', () => {
    for (const [name, { parameters }] of operationsOf(document)) {
      const offset = parameters.find((one: any) => one.name === 'offset');
      if (offset) expect({ name, maximum: offset.schema.maximum }).toEqual({ name, maximum: 999_999_999_999_999 });
    }
    const { BacktestBody } = document.components.schemas;
    expect(BacktestBody.properties.from.type).toEqual(['string', 'null']);
  });
});

it('schemas with the same name are equal in both documents', () => {
  const [one, other] = Object.values(documents).map((document) => document.components.schemas);
  const common = Object.keys(one).filter((name) => name in other && !name.endsWith('Body'));
  expect(common).toContain('RiskView');
  for (const name of common) expect({ name, schema: one[name] }).toEqual({ name, schema: other[name] });
});
