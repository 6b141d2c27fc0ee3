import { randomUUID } from 'node:crypto';
import SchemaCheck from 'typebox/schema';
import type { Answer } from '../../testing/api';
import { apiDocument, closed, type Operation, operationsOf } from './api-document';
import { ruleFor } from './customers';
import { type Estate, newEstate } from './endpoints';
import type { Product } from './product';
import { freshSlug, newTenant, type Tenant } from './tenants';

const WHY = { reason: 'because' };

/** Compares the API document of the back office with its behaviour. */
export function backOfficeDocument(product: () => Product): void {
  let tenant: Tenant;
  let estate: Estate;
  let operations: Operation[];
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    tenant = await newTenant(product());
    estate = await newEstate(tenant);
    operations = operationsOf(await apiDocument(product().backOfficeUrl));
    Object.assign(ids, estate, {
      slug: tenant.slug,
      accountId: estate.cash,
      importId: randomUUID(),
      list: freshSlug(),
    });
  });

  const pathOf = ({ path }: Operation, given: Record<string, string>): string =>
    path.replace(/\{(\w+)\}/g, (_all, name: string) => given[name] ?? randomUUID());

  /** The parameters of the query without which a read is rejected, with the values of their examples. */
  function requiredQuery({ parameters }: Operation): string {
    const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    if (required.length === 0) return '';
    const values = required.map(({ name, schema }): [string, string] => [name, String(schema.example)]);
    return `?${new URLSearchParams(values).toString()}`;
  }

  /** Expects that the operation documents the status and every field of the response. */
  function expectDocumented({ name, answers }: Operation, answer: Answer): void {
    expect({ name, documented: [...answers.keys()] }).toEqual({
      name,
      documented: expect.arrayContaining([answer.status]),
    });
    const schema = answers.get(answer.status);
    if (schema) expect([name, ...SchemaCheck.Errors(closed(schema) as object, answer.body)]).toEqual([name, true, []]);
  }

  it('documents the errors of every operation: no token, a missing object, an invalid body', async () => {
    const office = product().backOffice;
    for (const operation of operations) {
      const { method, body } = operation;
      const nowhere = pathOf(operation, { slug: freshSlug(), list: 'nowhere' });
      expectDocumented(operation, await office.withKey(undefined).send(method, nowhere));
      if (operation.path === '/projections/rebuild' || !operation.path.includes('{')) continue;
      const empty = body && JSON.stringify({});
      expectDocumented(operation, await office.send(method, nowhere, empty));
      if (body) expectDocumented(operation, await office.send(method, pathOf(operation, ids), '{'));
    }
  });

  it('describes every field that a read returns', async () => {
    for (const operation of operations.filter(({ method, needsKey }) => method === 'GET' && needsKey)) {
      const answer = await product().backOffice.get(`${pathOf(operation, ids)}${requiredQuery(operation)}`);
      expectDocumented(operation, answer);
      const hasIds = [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in ids);
      if (hasIds)
        expect([operation.name, answer.status, answer.body?.message]).toEqual([operation.name, 200, undefined]);
    }
  });

  it('describes every field that a change returns', async () => {
    const CHANGES: [name: string, body?: () => object, learn?: (data: any) => void, query?: string][] = [
      ['POST /tenants', () => ({ slug: freshSlug(), name: 'Bank', four_eyes: false, ...WHY })],
      ['POST /tenants/{slug}/currencies', () => ({ code: 'XTS', name: 'Test', minor_unit_decimals: 2, ...WHY })],
      ['POST /tenants/{slug}/api-keys', () => ({ scopes: ['read'], reason: 'a test' }), ({ id }) => (ids.keyId = id)],
      ['DELETE /tenants/{slug}/api-keys/{keyId}', undefined, undefined, '?reason=a+test'],
      ['PATCH /tenants/{slug}/settings', () => ({ settings: { screening: { threshold: 0.8 } }, ...WHY })],
      ['PUT /tenants/{slug}/customers/{customerId}/kyc-status', () => ({ to: 'in_review', ...WHY })],
      [
        'POST /tenants/{slug}/cases',
        () => ({ customer_id: estate.customerId, title: 'Case', ...WHY }),
        ({ id }) => (ids.caseId = id),
      ],
      ['POST /tenants/{slug}/cases/{caseId}/alerts', () => ({ alert_ids: [estate.alertId], ...WHY })],
      ['POST /tenants/{slug}/cases/{caseId}/notes', () => ({ note: 'Called' })],
      ['POST /tenants/{slug}/cases/{caseId}/close', () => ({ outcome: 'no_action', ...WHY })],
      ['POST /tenants/{slug}/alerts/{alertId}/escalate', () => WHY],
      ['POST /tenants/{slug}/alerts/{alertId}/resolve', () => ({ resolution: 'handled', ...WHY })],
      ['PUT /tenants/{slug}/monitoring-rules/{ruleId}/mode', () => ({ mode: 'shadow', ...WHY })],
      ['POST /tenants/{slug}/monitoring-rules', () => ({ definition: ruleFor('XTS'), ...WHY })],
      ['POST /tenants/{slug}/screening-measurement', () => ({ threshold: 0.8, weights: { other_country: -0.2 } })],
      ['POST /tenants/{slug}/monitoring-rules/check', () => ({ definition: { name: 'not a rule' } })],
      ['POST /tenants/{slug}/report-templates/preview', () => ({ media_type: 'text/plain', template: '{{kind}}' })],
      [
        'POST /tenants/{slug}/report-templates',
        () => ({ name: 'Letter', media_type: 'text/plain', extension: 'txt', template: '{{kind}}', ...WHY }),
        ({ template_id }) => (ids.templateId = template_id),
      ],
      ['GET /tenants/{slug}/report-templates/{templateId}'],
      ['GET /tenants/{slug}/report-templates/{templateId}/versions'],
      ['POST /tenants/{slug}/report-templates/{templateId}/remove', () => WHY],
      [
        'POST /tenants/{slug}/watchlist-entries',
        () => ({ entry: { schema: 'Person', names: [randomUUID()] }, ...WHY }),
        ({ id }) => (ids.entryId = id),
      ],
      ['DELETE /tenants/{slug}/watchlist-entries/{entryId}', undefined, undefined, '?reason=a+test'],
      ['POST /tenants/{slug}/monitoring-rules/backtests/{backtestId}/cancel', () => ({})],
      [
        'POST /tenants/{slug}/monitoring-rules/backtests',
        () => ({ definition: ruleFor('XTS') }),
        ({ id }) => (ids.backtestId = id),
      ],
      ['GET /tenants/{slug}/monitoring-rules/backtests/{backtestId}'],
      ['POST /watchlists/{list}/imports', () => ({ format: 'test', import_id: ids.importId })],
      [
        'POST /watchlists/{list}/imports/{importId}/entries',
        () => ({
          entries: [
            {
              id: '1',
              schema: 'Person',
              topics: ['other'],
              names: [{ name: randomUUID(), quality: 'primary' }],
              birth_dates: [],
              countries: [],
              identifiers: [],
              programs: [],
            },
          ],
        }),
      ],
      ['POST /watchlists/{list}/imports/{importId}/finish', () => WHY],
      ['PUT /watchlists/{list}/source', () => ({ format: 'un-consolidated', files: [], active: false, ...WHY })],
      ['DELETE /watchlists/{list}/source', undefined, undefined, '?reason=a+test'],
      ['POST /tenants/{slug}/webhooks/{endpointId}/test', () => ({}), ({ id }) => (ids.deliveryId = id)],
      ['GET /tenants/{slug}/webhook-deliveries/{deliveryId}'],
      ['POST /tenants/{slug}/webhooks/{endpointId}/disable', () => WHY],
      ['POST /tenants/{slug}/webhooks/{endpointId}/enable', () => WHY],
      ['POST /tenants/{slug}/webhooks/{endpointId}/replay', () => ({ since: '2026-01-01', ...WHY })],
      ['PUT /tenants/{slug}/ledgers/{ledgerId}/accounts/{accountId}/activity', () => ({ is_active: false, ...WHY })],
    ];
    for (const [name, body, learn, query = ''] of CHANGES) {
      const operation = operations.find((one) => one.name === name)!;
      const { method } = operation;
      const answer = await product().backOffice.send(
        method,
        pathOf(operation, ids) + query,
        body && JSON.stringify(body()),
      );
      expect({ name, status: answer.status, body: answer.body }).toMatchObject({ status: expect.any(Number) });
      expect({ name, ok: answer.status < 300, body: answer.body }).toMatchObject({ ok: true });
      expectDocumented(operation, answer);
      learn?.(answer.body.data);
    }
  });
}
