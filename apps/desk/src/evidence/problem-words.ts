/** Problems that verifications find, in words for people who do not know how ledgers are signed. */

const LEDGER: Record<string, string> = {
  missing_event: 'A record of the ledger is missing.',
  event: 'A record of the ledger was changed, or Probity did not write it.',
  event_chain: 'Records of the ledger were changed, removed, added or moved.',
  content_hash_ok: 'The content of a posting was changed.',
  transaction_hash_ok: 'A posting was changed: its position, its time or its content.',
  signature_ok: 'A record does not have the signature of the ledger: it was changed, or Probity did not write it.',
  chain_ok: 'Postings are not in the order in which they were made: one was removed, added or moved.',
  double_entry_ok: 'The debits and the credits of a posting are not equal.',
  read_side: 'What Probity shows of the ledger is not what was recorded.',
  balances: 'The balances of the accounts are not the sums of the postings.',
  checkpoint: 'The ledger is not the one that was signed: postings were changed, or the end is missing.',
};

const AUDIT: Record<string, string> = {
  missing: 'An entry of the audit trail is missing.',
  changed: 'An entry of the audit trail was changed.',
  unexplained: 'An entry of the audit trail was added: nothing that was recorded explains it.',
  unreadable: 'A record was changed, added or moved, or records are missing.',
  broken: 'A ledger of the tenant does not verify.',
  database_object: 'A trigger, a function or another object of the database is not the one that Probity made.',
  missing_event: 'A record that was signed is missing.',
  changed_event: 'A record was changed after it was signed.',
  unlogged_event: 'A record is not in the signed log, so a later change of it would leave no trace.',
  missing_log: 'The signed log or its key is missing. In the first second of a tenant there is none yet.',
  changed_log: 'The signed log was changed.',
  cut_log: 'The end of the signed log is missing.',
  stopped_log: 'The notary noticed a contradiction earlier, and has stopped signing this log.',
  outside_checkpoint: 'The log does not continue the checkpoint that you gave, or another key signed it.',
};

/** @param check of `broken` of a verification */
export const ledgerProblem = (check: string): string => LEDGER[check] ?? `A check failed: ${plain(check)}.`;

/** @param kind of `first` of a verification */
export const auditProblem = (kind: string): string => AUDIT[kind] ?? `A check failed: ${plain(kind)}.`;

/** A newer server may have checks that this page does not know. */
const plain = (name: string): string => name.replaceAll('_', ' ');
