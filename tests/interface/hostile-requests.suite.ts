import fc from 'fast-check';
import SchemaCheck from 'typebox/schema';
import { textOf } from '../../testing/api';
import { dataOf, envelope } from './answers';
import { apiDocument, closed, type Operation, operationsOf } from './api-document';
import { walkLedger } from './books';
import { eventually } from './customers';
import { type Estate, newEstate } from './endpoints';
import { hostileRequest, type HostileRequest, OVERFLOW } from './hostile-request';
import { itOnOurOwn, type Product } from './product';
import { newStaffToken, newTenant, type Tenant } from './tenants';

const SEED = 20261120;
const RUNS = { withBody: 100, withParameters: 20, withNeither: 3 };
/** Profiles differ in how commands travel, not in what they reject: one has all the runs, the others a few of each. */
export type HowMany = 'all' | 'few';
const SHARE: Record<HowMany, number> = { all: 1, few: 0.1 };
const AT_ONCE = 4;
/** The time limit per operation. The runs take much less, except rebuilds of what all the other tests stored. */
const MAX_TIME_MS = 60_000;
type TokenOf = (operation: Operation) => string;
/** Internal details that no response may contain. */
const LEAKS = /node_modules|\.[jt]s:\d+|stack|SELECT |INSERT |relation "|syntax error|ECONN|127\.0\.0\.1/;

/** Generated requests to every operation of the API documents. */
export function hostileRequests(product: () => Product, howMany: HowMany): void {
  let tenant: Tenant;
  let estate: Estate;
  beforeAll(async () => {
    tenant = await newTenant(product());
    estate = await newEstate(tenant);
  });

  /** Replaces markers with ids that exist. */
  function meant(text: string): string {
    const ids: Record<string, string> = { ...estate, slug: tenant.slug, keyId: '0123456789abcdef' };
    return text
      .replace(/@@(\w+)@@/g, (marker, name: string) => ids[name] ?? marker)
      .replaceAll(`"${OVERFLOW}"`, '1e999');
  }

  async function answerTo(operation: Operation, request: HostileRequest, base: string, token: string) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(meant(request.path[name]!).toWellFormed()),
    );
    const query = request.query.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='));
    const answer = await fetch(`${base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.body === undefined ? {} : { 'content-type': request.contentType }),
      },
      body: request.body === undefined ? undefined : meant(request.body),
    });
    return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
  }

  function expectWellBehaved(
    operation: Operation,
    { status, headers, text }: Awaited<ReturnType<typeof answerTo>>,
  ): void {
    expect({ status: status < 500 ? 'below 500' : status, text }).toEqual({ status: 'below 500', text });
    expect(headers.get('x-request-id')).toBeTruthy();
    if (status >= 300) {
      expect(JSON.parse(text)).toEqual(envelope());
      expect(text).not.toMatch(LEAKS);
      return;
    }
    expect([...operation.answers.keys()]).toContain(status);
    const schema = operation.answers.get(status);
    if (status === 204) expect(text).toBe('');
    if (schema) expect(SchemaCheck.Errors(closed(schema) as object, JSON.parse(text))).toEqual([true, []]);
  }

  function runsOf({ body, parameters }: Operation): number {
    const runs = body ? RUNS.withBody : parameters.length > 0 ? RUNS.withParameters : RUNS.withNeither;
    return Math.ceil(runs * SHARE[howMany]);
  }

  async function attack(operation: Operation, base: string, token: string): Promise<void> {
    await fc.assert(
      fc.asyncProperty(hostileRequest(operation), async (request) => {
        expectWellBehaved(operation, await answerTo(operation, request, base, token));
      }),
      { seed: SEED, numRuns: runsOf(operation), interruptAfterTimeLimit: MAX_TIME_MS },
    );
  }

  /** Attacks every operation, some at the same time. Fails with the smallest requests that cause a failure. */
  async function attackAll(operations: Operation[], base: string, tokenOf: TokenOf): Promise<void> {
    const failures: string[] = [];
    const waiting = [...operations];
    const attackNext = async (): Promise<void> => {
      for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
        const { name } = operation;
        await attack(operation, base, tokenOf(operation)).catch((error: Error) =>
          failures.push(`${name}: ${error.message}`),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, attackNext));
    if (failures.length > 0) throw new Error(failures.join('\n\n'));
  }

  describe('hostile requests', () => {
    it('to every operation of the API get a documented response, or an error in the envelope', async () => {
      const operations = operationsOf(await apiDocument(product().baseUrl));
      expect(operations.length).toBeGreaterThanOrEqual(38);
      await attackAll(operations, product().baseUrl, () => tenant.key);
    }, 300_000);

    itOnOurOwn(
      'to every operation of the back office get one too',
      async () => {
        const operations = operationsOf(await apiDocument(product().backOfficeUrl));
        expect(operations.length).toBeGreaterThanOrEqual(8);
        const staff = await newStaffToken(product(), tenant.slug);
        // Each use of the operator token is an event, so it is only used where staff of a tenant may not.
        const tokenOf: TokenOf = ({ path }) => (path.includes('{slug}') ? staff : product().operatorToken);
        await attackAll(operations, product().backOfficeUrl, tokenOf);
      },
      600_000,
    );

    it('leave no event that cannot be processed', async () => {
      const count = async (status: string) =>
        dataOf<unknown[]>(await tenant.api.get(tenant.path(`/events?status=${status}`))).length;
      expect(await count('processed')).toBeGreaterThan(0);
      await eventually(
        'no event is pending',
        () => count('pending'),
        (pending) => pending === 0,
      );
      expect(await count('dead')).toBe(0);
    });

    it('leave every ledger intact', async () => {
      const ledgers = dataOf<{ id: string }[]>(await tenant.api.get(tenant.path('/ledgers?limit=100')));
      for (const { id } of ledgers) {
        expect(await walkLedger(product(), tenant, id)).toMatchObject({ done: true, verified: true });
      }
      expect(ledgers.map((ledger) => ledger.id)).toContain(estate.ledgerId);
    });
  });
}
