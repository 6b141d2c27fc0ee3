import type { Command } from 'commander';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import type { LedgerView } from '@probity/contracts/ledger/views';
import { allPages } from '../connection/all-pages';
import { apiPath } from '../connection/api-path';
import { follow } from '../connection/follow';
import { group, subcommand } from '../help';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type TenantOption, withTenant } from './tenant-option';
import { verificationProgress, verificationReport } from './verification-report';

const COLUMNS = [
  { title: 'ID', value: (row: LedgerView) => row.id },
  { title: 'NAME', value: (row: LedgerView) => row.name },
  { title: 'CURRENCY', value: (row: LedgerView) => row.currency },
  { title: 'STATUS', value: (row: LedgerView) => row.status },
  { title: 'CREATED', value: (row: LedgerView) => row.created_at },
];

export function addLedgerCommands(program: Command, surroundings: Surroundings): void {
  const ledger = group(program, 'ledger', 'the ledgers of a tenant', 'ledger list --tenant bank');

  const list = subcommand(ledger, 'list', "list a tenant's ledgers, oldest first", 'ledger list --tenant bank');
  withTenant(list).action(async ({ tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const items = await allPages<LedgerView>(backOffice, apiPath('tenants', tenant, 'ledgers'));
    answer({ items }, table(items, COLUMNS, `Tenant ${tenant} has no ledgers.`));
  });

  const verify = subcommand(
    ledger,
    'verify <ledger-id>',
    'walk a whole ledger and check every hash, signature, entry and balance; exit code 1 when it is broken',
    'ledger verify --tenant bank 0199d5a0-0000-7000-8000-000000000000',
  );
  withTenant(verify).action(async (ledgerId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer, progress } = openSession(command, surroundings);
    const reports = backOffice.postForLines<LedgerVerification>(
      apiPath('tenants', tenant, 'ledgers', ledgerId, 'verification'),
    );
    const outcome = await follow(reports, (report) => progress.show(verificationProgress(report))).finally(
      progress.clear,
    );
    if (!outcome.verified) surroundings.exitCode = 1;
    answer(outcome, verificationReport(outcome));
  });
}
