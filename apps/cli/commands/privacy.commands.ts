import type { CustomerErasure, RetentionProgress } from '@probity/contracts/erasure/views';
import { group } from '../declaration/command';
import { change, list, longChange } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import { ERASURE_COLUMNS, retentionProgress, retentionReport } from './privacy-report';

export const addPrivacyCommands = group('privacy', 'personal data: erasure and retention', 'erasures --tenant bank', [
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
]);
