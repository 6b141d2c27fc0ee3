import type { AuditVerification } from '@probity/contracts/audit/verification';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import type { Notice } from '@probity/notices/notice-board';

/** The notice about something that does not verify, and why it is settled when it does. */
export interface Failed {
  notice: Notice;
  settled: string;
}

const WHAT_TO_DO =
  'Find out who can change the database. If Postgres or the event store was restored, restore the other one to the same time.';

export function ledgerFailed(tenantId: string, { ledger_id, broken }: LedgerVerification): Failed {
  const { check = null, position = null, detail = null } = broken ?? {};
  const where = position === null ? '' : ` at position ${position}`;
  const message =
    `Ledger ${ledger_id} does not verify: ${check}${where}: ${detail}. It was changed, or data of it were lost. ` +
    `${WHAT_TO_DO} "probity ledger verify" verifies the ledger again.`;
  return {
    notice: noticeOf(tenantId, `ledger/${ledger_id}`, message, { ledger_id, check, position, detail }),
    settled: 'the ledger verifies',
  };
}

export function auditTrailFailed({ tenant_id, problems, first }: AuditVerification): Failed {
  const { kind = null, where = null, detail = null } = first ?? {};
  const count = problems === 1 ? '1 problem' : `${problems} problems`;
  const message =
    `The audit trail does not verify: ${count}, the first: ${kind} in ${where}${detail === null ? '' : `: ${detail}`}. ` +
    `Entries or events were changed, added or removed. ${WHAT_TO_DO} "probity audit verify" verifies the trail again.`;
  return {
    notice: noticeOf(tenant_id, 'audit trail', message, { problems, first }),
    settled: 'the audit trail verifies',
  };
}

const noticeOf = (tenantId: string, subject: string, message: string, data: Notice['data']): Notice => ({
  tenantId,
  kind: 'verification_failed',
  subject,
  severity: 'critical',
  message,
  data,
});
