import { apiDocument, exampleOf, type Operation, operationsOf } from './api-document';
import { envelope } from './answers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

/** What every response of an API has. */
const HEADERS: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const ABSENT = ['x-powered-by', 'server', 'strict-transport-security'];

/** A value that is nested in as many levels. */
function nested(levels: number, inLists: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = inLists ? [value] : { a: value };
  return value;
}

/** The paths of all values in a body. */
function* pathsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* pathsIn(member, [...path, key]);
}

function withValue(body: unknown, path: string[], value: unknown): unknown {
  const copy = structuredClone(body) as Record<string, any>;
  const parent = path.slice(0, -1).reduce((at, step) => at[step], copy);
  parent[path.at(-1)!] = value;
  return copy;
}

/** What holds for every route of both API documents. */
export function everyRoute(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  describe.each(['baseUrl', 'backOfficeUrl'] as const)('every route at %s', (base) => {
    let operations: Operation[];
    beforeAll(async () => {
      operations = operationsOf(await apiDocument(product()[base]));
      expect(operations.length).toBeGreaterThanOrEqual(38);
    });

    const exampleOfParameter = (operation: Operation, name: string): string => {
      const example = exampleOf(operation.parameters.find((one) => one.name === name)!.schema);
      return typeof example === 'string' ? example : name;
    };
    const pathOf = (operation: Operation): string =>
      operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
        name === 'slug' ? tenant.slug : exampleOfParameter(operation, name),
      );
    const token = () => (base === 'baseUrl' ? tenant.key : product().operatorToken);
    const send = (operation: Operation, body: unknown, key: string | undefined = token()) =>
      fetch(product()[base] + pathOf(operation), {
        method: operation.method,
        headers: { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' },
        body: operation.body && JSON.stringify(body),
      });

    it.each(['', 'with a key'])('has the security headers and must not be stored %s', async (key) => {
      for (const operation of operations) {
        const answer = await send(operation, {}, key ? token() : '');
        const of = (names: string[]) => Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]));
        expect({ [operation.name]: of(Object.keys(HEADERS)) }).toEqual({ [operation.name]: HEADERS });
        expect(of(ABSENT)).toEqual(Object.fromEntries(ABSENT.map((name) => [name, null])));
        await answer.body?.cancel();
      }
    });

    it('rejects or accepts a value nested deep in any field, and never fails', async () => {
      for (const operation of operations.filter(({ body }) => body)) {
        const example = exampleOf(operation.body!);
        if (example === undefined) continue; // the route reads bytes
        for (const path of [...pathsIn(example), ['not_a_field']]) {
          for (const value of [nested(33, false), nested(33, true), nested(3_000, false)]) {
            const answer = await send(operation, withValue(example, path, value));
            const text = await answer.text();
            const at = `${operation.name} ${path.join('.')}`;
            expect({ at, status: answer.status, text }).not.toMatchObject({ status: 500 });
            expect([...operation.answers.keys()]).toContain(answer.status);
            if (answer.status >= 400) expect(JSON.parse(text)).toEqual(envelope());
          }
        }
      }
    }, 60_000);
  });

  it('documentation has a policy that lets its page work, and may be stored', async () => {
    for (const base of ['baseUrl', 'backOfficeUrl'] as const) {
      const { headers } = await fetch(`${product()[base]}/docs`);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';style-src 'self'/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBeNull();
    }
  });
}
