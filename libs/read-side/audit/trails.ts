import type { AuditTrail } from '@probity/event-store/audit/audit-trail';

/** The erasure of a customer overwrites the entries about the customer, and about its alerts and cases. */
const OF_ERASED_CUSTOMER = `
  EXISTS (SELECT FROM customer_risk.customers c
    WHERE c.tenant_id = e.tenant_id AND c.erased_at IS NOT NULL AND e.subject_type IN ('customer', 'alert', 'case')
      AND c.id = (CASE e.subject_type WHEN 'customer' THEN e.subject_id ELSE e.data->>'customer_id' END)::uuid)`;

const OF_RECORDED_ERASURE = `
  EXISTS (SELECT FROM customer_risk.audit_events x
    WHERE x.tenant_id = e.tenant_id AND x.action = 'customer.erased' AND x.subject_type = 'customer'
      AND x.subject_id = (CASE e.subject_type WHEN 'customer' THEN e.subject_id ELSE e.data->>'customer_id' END))`;

/** The audit trails, one for each schema whose service changes data. `platform` has that of notices. */
export const TRAILS = {
  back_office: { schema: 'back_office' },
  customer_risk: { schema: 'customer_risk', erased: OF_ERASED_CUSTOMER, erasure: OF_RECORDED_ERASURE },
  ledger: { schema: 'ledger' },
  pipeline: { schema: 'pipeline' },
  platform: { schema: 'platform' },
  webhooks: { schema: 'webhooks' },
} satisfies Record<string, AuditTrail>;
