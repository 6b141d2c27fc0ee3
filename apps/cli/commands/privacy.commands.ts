import type { CustomerErasure, RetentionProgress } from '@probity/contracts/erasure/views';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { command, group } from '../declaration/command';
import { change, list, longChange, show } from '../declaration/kinds';
import type {
  ExportLine,
  PersonalDataEntry,
  PrivacyStatus,
  RewriteProgress,
} from '@probity/contracts/erasure/privacy-views';
import { DECISION, optional, required } from '../declaration/options';
import { table } from '../output/table';
import {
  ERASURE_COLUMNS,
  REGISTER_COLUMNS,
  retentionProgress,
  retentionReport,
  rewriteReport,
  statusReport,
} from './privacy-report';

export const addPrivacyCommands = group('privacy', 'personal data: erasure and retention', 'erasures --tenant acme', [
  list({
    usage: 'erasures',
    summary: 'list the restricted and erased customers of a tenant, with the end of their retention',
    path: 'tenants/{tenant}/erasures',
    columns: ERASURE_COLUMNS,
    nothing: 'Tenant {tenant} has no restricted and no erased customers.',
  }),
  change({
    usage: 'erase <customer-id>',
    summary: 'request the erasure of a customer: it is restricted now, and erased when its retention is over',
    example: '--relationship-ended-on 2026-02-28 --reason "asked for it by letter"',
    path: 'tenants/{tenant}/customers/{customer-id}/erasure',
    options: {
      relationship_ended_on: required('--relationship-ended-on <date>', 'the day on which the relationship ended'),
      ...DECISION,
    },
    report: ({ customer_id, retained_until }: CustomerErasure) =>
      `Customer ${customer_id} is restricted. Its data are kept until ${retained_until}; then "probity privacy run" erases them.`,
  }),
  change({
    usage: 'withdraw <customer-id>',
    summary: 'withdraw the request for the erasure of a customer',
    example: '--reason "the customer came back"',
    path: 'tenants/{tenant}/customers/{customer-id}/erasure/withdraw',
    options: DECISION,
    report: (_none: object, values) => `Customer ${values['customer-id']} is no longer restricted.`,
  }),
  command({
    usage: 'export <customer-id>',
    summary: 'print everything that is kept about a customer, one row in JSON per line; the audit trail records it',
    example: '--reason "a request by letter"',
    path: 'tenants/{tenant}/customers/{customer-id}/export',
    options: DECISION,
    run: async ({ reason }, { backOffice, path, surroundings }) => {
      let isComplete = false;
      for await (const line of backOffice.postForLines<ExportLine>(path, { reason })) {
        if (line.done) isComplete = true;
        else surroundings.stdout.write(`${JSON.stringify(line)}\n`);
      }
      if (!isComplete) throw new BackOfficeError(0, 'cut_off', 'the export is incomplete; repeat it');
    },
  }),
  longChange({
    usage: 'run',
    summary: 'erase the customers of a tenant whose retention is over; exit code 1 if one of them cannot be erased',
    example: '--dry-run --reason "the monthly run"',
    path: 'tenants/{tenant}/retention/run',
    options: { dry_run: optional('--dry-run', 'only say what a run would do'), ...DECISION },
    body: ({ dry_run = false, reason }) => ({ dry_run, reason }),
    progress: retentionProgress,
    report: retentionReport,
    failed: ({ kept }: RetentionProgress) => kept > 0,
  }),
  show({
    usage: 'register',
    summary: 'list the personal data that Probity keeps: where, why, how, and how long',
    path: 'privacy/register',
    report: (entries: PersonalDataEntry[]) => table(entries, REGISTER_COLUMNS, 'Nothing.'),
  }),
  show({
    usage: 'status',
    summary: 'show what erasure reaches, and what it does not reach yet',
    path: 'privacy/status',
    report: (status: PrivacyStatus) => statusReport(status),
  }),
  longChange({
    usage: 'rewrite',
    summary:
      'remove the bytes of erased data from the files of Postgres; requests for a table wait while it is written anew; exit code 1 if a table is left',
    example: '--reason "the monthly run"',
    path: 'privacy/rewrite',
    options: DECISION,
    progress: ({ tables }: RewriteProgress) => `wrote ${tables.length} tables anew`,
    report: rewriteReport,
    failed: ({ tables, old_log }: RewriteProgress) =>
      old_log !== 'removed' || tables.some(({ outcome }) => outcome === 'waiting' || outcome === 'busy'),
  }),
]);
