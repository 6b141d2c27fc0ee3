import type { AuditSubject } from '../audit/words';
import type { PermissionName } from '../staff/permissions';

interface Kind {
  /** who may hear of it: who may read what changed */
  permission: PermissionName;
  /** the entries of the audit trail that are such a change */
  subjects: readonly AuditSubject[];
}

/** What a stream of changes tells apart. Few, so that a message says little about the work of others. */
export const CHANGES = {
  alerts: { permission: 'read_customers', subjects: ['alert'] },
  cases: { permission: 'read_customers', subjects: ['case', 'report'] },
  customers: { permission: 'read_customers', subjects: ['customer'] },
  proposals: { permission: 'read_proposals', subjects: ['proposal'] },
  rules: { permission: 'read_configuration', subjects: ['monitoring_rule'] },
  backtests: { permission: 'read_customers', subjects: ['backtest'] },
  rescreenings: { permission: 'read_customers', subjects: ['rescreening'] },
  lists: { permission: 'read_configuration', subjects: ['watchlist'] },
  notices: { permission: 'read_configuration', subjects: ['notice'] },
  settings: { permission: 'read_configuration', subjects: ['settings', 'limits', 'currency', 'provider'] },
  webhooks: { permission: 'read_webhooks', subjects: ['webhook'] },
  staff: { permission: 'read_staff', subjects: ['staff_account', 'api_key'] },
  ledgers: { permission: 'read_ledgers', subjects: ['ledger', 'account'] },
} as const satisfies Record<string, Kind>;

export type ChangeKind = keyof typeof CHANGES;
export const CHANGE_KINDS = Object.keys(CHANGES) as ChangeKind[];

/** The kind of change of which an entry of the audit trail is one; undefined for what no stream tells. */
export const kindOfSubject = (subject: string): ChangeKind | undefined =>
  CHANGE_KINDS.find((kind) => (CHANGES[kind].subjects as readonly string[]).includes(subject));
