import type { CaseFile } from '@probity/contracts/case-files/views';
import type { Sql } from '@probity/persistence/database';
import { RESTRICTED } from '@probity/contracts/personal-data/redact';
import type { Page } from '../page';
import { listViews, readView, readViews } from '../views';

/** A restricted customer is not shown. The state of its files is. */
const FILE = `
  SELECT f.id, f.case_id, f.customer_id,
    CASE WHEN c.restricted_at IS NOT NULL AND c.erased_at IS NULL THEN '${RESTRICTED}' ELSE f.name END AS name,
    f.media_type, f.bytes, f.sha256, f.scan, f.attached_by, f.attached_at, f.removed_at, f.removed_by,
    CASE WHEN c.restricted_at IS NOT NULL AND c.erased_at IS NULL AND f.removal_reason IS NOT NULL
      THEN '${RESTRICTED}' ELSE f.removal_reason END AS removal_reason
  FROM customer_risk.case_files f JOIN customer_risk.customers c ON c.id = f.customer_id
  WHERE f.tenant_id = $1`;
const OF_CASE = `${FILE} AND f.case_id = $2 ORDER BY f.attached_at, f.id`;
const KEPT_OF_CUSTOMER = `${FILE} AND f.customer_id = $2 AND f.removed_at IS NULL`;
const ONE = `${FILE} AND f.case_id = $2 AND f.id = $3`;

/** Reads what is known of files of cases. Every query is restricted to one tenant. */
export class CaseFileQueries {
  constructor(private readonly sql: Sql) {}

  /** Oldest first, with the removed ones. */
  ofCase(tenantId: string, caseId: string): Promise<CaseFile[]> {
    return readViews(this.sql, OF_CASE, [tenantId, caseId]);
  }

  /** Newest first, from all cases of the customer, without the removed ones. */
  ofCustomer(tenantId: string, customerId: string, page: Page): Promise<CaseFile[]> {
    return listViews(this.sql, KEPT_OF_CUSTOMER, [tenantId, customerId], { order: 'attached_at DESC, id DESC', page });
  }

  file(tenantId: string, caseId: string, fileId: string): Promise<CaseFile | undefined> {
    return readView(this.sql, ONE, [tenantId, caseId, fileId]);
  }
}
