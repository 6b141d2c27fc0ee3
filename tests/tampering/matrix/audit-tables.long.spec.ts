import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { newStaffToken } from '../../interface/tenants';
import { database, process, product, tenant, verify } from '../testing/audited-tenant';
import { tenantWithTrails } from '../testing/tenant-with-trails';
import { missedChanges } from './missed-changes';
import { TABLE_CHANGES } from './table-changes';

jest.setTimeout(300_000);

const TABLES = ['back_office', 'customer_risk', 'ledger', 'pipeline', 'platform', 'webhooks'].map(
  (schema) => `${schema}.audit_events`,
);
/** The trails have the same columns, so one of them is enough to exchange each of them. */
const WITH_EACH_COLUMN = 'customer_risk.audit_events';
const OF_ROWS = ['all but the key', 'a row of another'];

describe('a person who changes the tables of audit trails', () => {
  let staff: BackOfficeClient;
  let other: string;
  beforeAll(async () => {
    ({ id: other } = (await tenantWithTrails(process, database.owner)).tenant);
    // Each use of the operator's token is an event with an entry.
    staff = new BackOfficeClient(product.backOfficeUrl, await newStaffToken(product, tenant.slug));
    expect(await verify({}, staff)).toMatchObject({ verified: true });
  });

  it('covers every trail', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
       WHERE table_name = 'audit_events' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(TABLES);
  });

  describe.each(TABLES)('%s', (table) => {
    it.each(Object.keys(TABLE_CHANGES))('%s is noticed, and the report names the table', async (operation) => {
      const isWhole = !['swap', 'transplant'].includes(operation) || table === WITH_EACH_COLUMN;
      const { missed } = await missedChanges(operation, {
        owner: database.owner,
        table,
        rows: { ours: `(tenant_id = '${tenant.id}' OR tenant_id IS NULL)`, theirs: `tenant_id = '${other}'` },
        isMade: (what) => isWhole || OF_ROWS.includes(what),
        noticed: async () => {
          const { verified, first } = await verify({}, staff);
          return !verified && first?.where === table ? first : undefined;
        },
      });
      expect(missed).toEqual([]);
    });
  });
});
