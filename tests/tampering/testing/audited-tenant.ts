import { rmSync } from 'node:fs';
import type { AuditVerification } from '@probity/contracts/audit/verification';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { StandaloneProcess } from '../../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { temporaryFolder } from '../../../testing/test-postgres';
import type { Product } from '../../interface/product';
import type { Tenant } from '../../interface/tenants';
import type { Person } from '../../privacy/person';
import { tenantWithTrails } from './tenant-with-trails';

// Importing this file starts a product for the importing test file, with a tenant that has entries in every audit trail.

export let database: TestDatabase;
export let process: StandaloneProcess;
let folder: string;
export let client: BackOfficeClient;
export let tenant: Tenant;
export let person: Person;
export let ledgerId: string;
export let product: Product;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = temporaryFolder('probity-audit-');
  process = await StandaloneProcess.start(folder, { DATABASE_URL: database.url, LOG_LEVEL: 'error' });
  client = new BackOfficeClient(process.demo.back_office_url, process.demo.operator_token);
  ({ tenant, person, ledgerId, product } = await tenantWithTrails(process, database.owner));
}, 300_000);
afterAll(async () => {
  await process?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The entries that the tenant sees, oldest first; without erasures, on which other entries depend. */
export async function entries(trail: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `SELECT id FROM ${trail}.audit_events 
     WHERE (tenant_id = $1 OR tenant_id IS NULL) AND action <> 'customer.erased' ORDER BY at, id`,
    [tenant.id],
  );
  return rows.map(({ id }) => id);
}

export async function verify(body: object = {}, by = client): Promise<AuditVerification> {
  let last: AuditVerification | undefined;
  const lines = by.postForLines<AuditVerification>(`tenants/${tenant.slug}/audit/verification`, body);
  for await (last of lines) continue;
  if (!last?.done) throw new Error('the verification ended without a result');
  return last;
}
