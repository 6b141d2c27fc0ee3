import { ACCOUNT_TYPES } from '@probity/contracts/ledger/account';
import type { StaffLedger, StaffPosting } from '@probity/contracts/ledger/staff-views';
import type { ReplacedSigningKey, VerificationView } from '@probity/contracts/ledger/views';
import { command, group } from '../declaration/command';
import { change, list, listAll, longChange, show } from '../declaration/kinds';
import { DECISION, optional, repeated } from '../declaration/options';
import { readCheckpointFile } from '../files/read-checkpoint-file';
import type { Column } from '../output/table';
import {
  ACCOUNT_COLUMNS,
  ledgerReport,
  postingReport,
  postingVerificationReport,
  TRANSACTION_COLUMNS,
  VERIFICATION_COLUMNS,
} from './ledger-report';
import { exportBundleCommand } from './export-bundle.commands';
import { verificationProgress, verificationReport } from './verification-report';
import { verifyBundleCommand } from './verify-bundle.commands';

const COLUMNS: Column<StaffLedger>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: (row) => row.name },
  { title: 'CURRENCY', value: (row) => row.currency },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'CREATED', value: (row) => row.created_at },
];

const VERIFY_NOTES = `
A checkpoint that you kept outside of Probity reveals what the database cannot show: an older state of all of it that
was restored, or a ledger whose end was cut off everywhere. GET /api/v1/tenants/<tenant>/ledgers/<ledger>/checkpoint
returns one, and the topic notary.checkpoint.event.v1 has all of them.`;

export const addLedgerCommands = group('ledger', 'the ledgers of a tenant', 'list --tenant acme', [
  listAll({
    usage: 'list',
    summary: "list a tenant's ledgers, oldest first",
    path: 'tenants/{tenant}/ledgers',
    columns: COLUMNS,
    nothing: 'Tenant {tenant} has no ledgers.',
  }),
  show({
    usage: 'show <ledger-id>',
    summary: 'show a ledger with its last verification',
    path: 'tenants/{tenant}/ledgers/{ledger-id}',
    report: ledgerReport,
  }),
  list({
    usage: 'accounts <ledger-id>',
    summary: 'list the accounts of a ledger with their balances in minor units, in the order of their codes',
    path: 'tenants/{tenant}/ledgers/{ledger-id}/accounts',
    filters: {
      code: optional('--code <start>', 'only accounts whose codes begin with this'),
      account_type: optional('--type <type>', 'only accounts of this type', ACCOUNT_TYPES),
    },
    columns: ACCOUNT_COLUMNS,
    nothing: 'The ledger has no such accounts.',
  }),
  list({
    usage: 'transactions <ledger-id>',
    summary: 'list the transactions of a ledger with their amounts in minor units, newest first',
    path: 'tenants/{tenant}/ledgers/{ledger-id}/transactions',
    columns: TRANSACTION_COLUMNS,
    nothing: 'The ledger has no transactions.',
  }),
  show({
    usage: 'posting <posting-id>',
    summary: 'show a posting with its entries and hashes',
    path: 'tenants/{tenant}/postings/{posting-id}',
    report: (posting: StaffPosting) => postingReport(posting),
  }),
  command({
    usage: 'verify-posting <posting-id>',
    summary: 'verify one posting against its stored event; exit code 1 if it is broken',
    path: 'tenants/{tenant}/postings/{posting-id}/verify',
    run: async (_values, { backOffice, path, answer, surroundings }) => {
      const verification = await backOffice.get<VerificationView>(path);
      if (!verification.verified) surroundings.exitCode = 1;
      answer(verification, postingVerificationReport(verification));
    },
  }),
  longChange({
    usage: 'verify <ledger-id>',
    summary: 'verify every hash, signature, entry and balance of a ledger; exit code 1 if the ledger is broken',
    path: 'tenants/{tenant}/ledgers/{ledger-id}/verification',
    options: { checkpoint: repeated('--checkpoint <file>', 'a signed checkpoint of the ledger that you kept') },
    notes: VERIFY_NOTES,
    body: async ({ checkpoint = [] }) => ({ checkpoints: await Promise.all(checkpoint.map(readCheckpointFile)) }),
    progress: verificationProgress,
    report: verificationReport,
    failed: ({ verified }) => !verified,
  }),
  list({
    usage: 'verifications <ledger-id>',
    summary: 'list the verifications of a ledger with their outcomes, newest first',
    path: 'tenants/{tenant}/ledgers/{ledger-id}/verifications',
    columns: VERIFICATION_COLUMNS,
    nothing: 'The ledger was never verified.',
  }),
  change({
    usage: 'replace-signing-key <ledger-id>',
    summary: 'give a ledger a new signing key; what the keys before it signed still verifies',
    example: '--reason "yearly rotation"',
    path: 'tenants/{tenant}/ledgers/{ledger-id}/signing-key',
    options: DECISION,
    report: ({ ledger_id, signing_key_id, replaces }: ReplacedSigningKey) =>
      `Key ${signing_key_id} signs ledger ${ledger_id} from now on, in place of key ${replaces}.`,
  }),
  exportBundleCommand,
  verifyBundleCommand,
]);
