import type { AuditVerification } from '@probity/contracts/audit/verification';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import type { Concern, Notice } from '@probity/notices/notice-board';
import type { OtherObject } from '@probity/read-side/database-objects/compare-objects';

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

/** What the notice about the database is about. */
export const DATABASE_OBJECTS: Concern = { tenantId: null, kind: 'verification_failed', subject: 'database objects' };
export const OBJECTS_AGREE = 'the objects of the database are as the migrations made them';

const MAX_NAMED = 5;

export function otherObjects(others: OtherObject[]): Omit<Notice, keyof Concern> {
  const first = others.slice(0, MAX_NAMED);
  const named = first.map(({ object, problem }) => `${object} (${problem})`).join(', ');
  const more = others.length > first.length ? ` and ${others.length - first.length} more` : '';
  return {
    severity: 'critical',
    message:
      `Objects of the database are not as the migrations made them: ${named}${more}. They can hide or change rows. ` +
      'Find out who can change the database. Remove what was added, restore what is missing or changed from the files in ' +
      'libs/read-side/migrations, and then verify all ledgers and audit trails. "probity audit verify" compares again.',
    data: { objects: others.length, first },
  };
}

export const notCompared = (): Omit<Notice, keyof Concern> => ({
  severity: 'high',
  message:
    'The table probity_migrations has had other migrations than this version of Probity for a day, so the triggers and ' +
    'functions of the database are not compared. Finish the upgrade. If none is in progress, find out who changed the table.',
  data: {},
});
