import type { LedgerView } from '@probity/contracts/ledger/views';
import { group } from '../declaration/command';
import { listAll, longChange } from '../declaration/kinds';
import type { Column } from '../output/table';
import { verificationProgress, verificationReport } from './verification-report';

const COLUMNS: Column<LedgerView>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: (row) => row.name },
  { title: 'CURRENCY', value: (row) => row.currency },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'CREATED', value: (row) => row.created_at },
];

export const addLedgerCommands = group('ledger', 'the ledgers of a tenant', 'list --tenant bank', [
  listAll({
    usage: 'list',
    summary: "list a tenant's ledgers, oldest first",
    path: 'tenants/{tenant}/ledgers',
    columns: COLUMNS,
    nothing: 'Tenant {tenant} has no ledgers.',
  }),
  longChange({
    usage: 'verify <ledger-id>',
    summary: 'verify every hash, signature, entry and balance of a ledger; exit code 1 if the ledger is broken',
    path: 'tenants/{tenant}/ledgers/{ledger-id}/verification',
    progress: verificationProgress,
    report: verificationReport,
    failed: ({ verified }) => !verified,
  }),
]);
