import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { Api } from '../../../testing/api';
import type { StandaloneProcess } from '../../../testing/standalone-process';
import { until } from '../../crash/until';
import { dataOf } from '../../interface/answers';
import { deposit, newBook } from '../../interface/books';
import type { Product } from '../../interface/product';
import { done, newTenant, type Tenant } from '../../interface/tenants';
import { newEndpoint } from '../../interface/webhooks';
import { aPersonWithHistory, type Person } from '../../privacy/person';

export const WHY = { reason: 'a test' };

export interface TenantWithTrails {
  tenant: Tenant;
  person: Person;
  ledgerId: string;
  product: Product;
}

/** Creates a tenant that has entries in every audit trail. */
export async function tenantWithTrails({ demo }: StandaloneProcess, owner: Database): Promise<TenantWithTrails> {
  const { base_url: baseUrl, back_office_url: backOfficeUrl, operator_token: operatorToken } = demo;
  const backOffice = new Api(backOfficeUrl, operatorToken);
  const product: Product = { baseUrl, backOfficeUrl, operatorToken, backOffice };
  const tenant = await newTenant(product);
  await newEndpoint(tenant, { event_types: ['alert.created'], url: 'http://127.0.0.1:9/none' });
  await newEndpoint(tenant, { event_types: ['alert.created'], url: 'http://127.0.0.1:9/other' });
  await aPersonWithHistory(product, tenant);
  const person = await aPersonWithHistory(product, tenant);
  const book = await newBook(tenant);
  const { ledgerId } = book;
  await done(tenant.api, tenant.path('/postings'), deposit(book, '100'));
  for (const is_active of [false, true]) {
    const body = JSON.stringify({ is_active, ...WHY });
    dataOf(await backOffice.send('PUT', tenant.path(`/ledgers/${ledgerId}/accounts/${book.cash}/activity`), body));
  }
  await owner.query('SELECT platform.report_contradiction($1, $2)', [`customer-${randomUUID()}`, 'a test']);
  const raised = 'SELECT FROM platform.audit_events';
  await until('the notice is raised', async () => (await owner.query(raised)).rowCount! > 0);
  return { tenant, person, ledgerId, product };
}
