import type { BundleCounts, BundleHead, Claim, ClaimName, WrongItem } from './bundle-report';
import type { Checkpoint } from './checkpoint';
import type { KeptCheckpoints } from './kept-checkpoints';

/** Something that a key has signed. */
export interface Signed<T> {
  of: T;
  /** `<name>+<key id>` */
  key: string;
  isTrusted: boolean;
}

export interface Checked {
  counts: BundleCounts;
  head: BundleHead;
  checkpoint: Signed<Checkpoint> | undefined;
  logged: Signed<{ revision: number }> | undefined;
  kept: KeptCheckpoints;
  wrong: WrongItem | null;
}

/** What the bundle has proven, and what it has not. */
export function claimsOf(checked: Checked): Claim[] {
  const kept = checked.kept.count > 0 ? [continued(checked)] : [];
  return [transactions(checked), events(checked), checkpointed(checked), ...kept, inTenantLog(checked), SIGNATURES];
}

/** How many transactions, from the first, a trusted key has signed; null when none has signed the checkpoint. */
export const signedTransactions = ({ checkpoint, wrong }: Checked): number | null =>
  checkpoint?.isTrusted && !wrong ? checkpoint.of.size : null;

const STOPPED = 'the verification stopped at the first item that is wrong';

const SIGNATURES: Claim = {
  claim: 'signatures',
  proven: false,
  detail:
    'the HMACs of transactions and commits, and the key ids beside them, cannot be checked outside of Probity, which alone has the keys',
};

function transactions({ counts, wrong }: Checked): Claim {
  if (wrong) return unproven('transactions', STOPPED);
  const detail = `${counts.transactions} transactions: hashes, links, balances, accounts and times agree`;
  return { claim: 'transactions', proven: true, detail };
}

function events({ counts, wrong }: Checked): Claim {
  if (wrong) return unproven('events', STOPPED);
  if (counts.commits === 0) return unproven('events', 'the bundle has no commit, so only its transactions are linked');
  return { claim: 'events', proven: true, detail: `${counts.commits} commits link all ${counts.events} events` };
}

function checkpointed({ head, checkpoint, wrong }: Checked): Claim {
  if (wrong) return unproven('checkpoint', STOPPED);
  if (!checkpoint) return unproven('checkpoint', 'the bundle has no signed checkpoint');
  const { of, key, isTrusted } = checkpoint;
  if (!isTrusted) return unproven('checkpoint', untrusted(key));
  const [signed, all] = [of.size, head.position];
  if (signed === all) return { claim: 'checkpoint', proven: true, detail: `${key} has signed all ${all} transactions` };
  return unproven(
    'checkpoint',
    `${key} has signed only ${signed} of ${all} transactions; the last ${all - signed} could be invented`,
  );
}

function continued({ head, kept, wrong }: Checked): Claim {
  if (wrong) return unproven('kept_checkpoints', STOPPED);
  const { beyond, sizes } = kept;
  if (beyond) {
    const detail =
      `the checkpoint ${beyond.name} has ${beyond.size} transactions, and the bundle ${head.position}: if a bundle that is ` +
      'exported now lacks them too, the ledger was cut off, or an older state was restored';
    return unproven('kept_checkpoints', detail);
  }
  return {
    claim: 'kept_checkpoints',
    proven: true,
    detail: `it continues your checkpoints of size ${sizes.join(', ')}`,
  };
}

function inTenantLog({ head, logged, wrong }: Checked): Claim {
  if (wrong) return unproven('tenant_log', STOPPED);
  if (!logged)
    return unproven('tenant_log', `the bundle has no proof from the log of the tenant, ${ACCOUNTS_UNCOVERED}`);
  const { of, key, isTrusted } = logged;
  if (!isTrusted) return unproven('tenant_log', `${untrusted(key)}, ${ACCOUNTS_UNCOVERED}`);
  const rest = head.revision === of.revision ? '' : '; names, types and states of accounts after it could be invented';
  return {
    claim: 'tenant_log',
    proven: true,
    detail: `${key} has signed all events up to revision ${of.revision}${rest}`,
  };
}

const ACCOUNTS_UNCOVERED = 'so names, types and states of accounts could be invented';

const untrusted = (key: string): string => `${key} has signed it, and this key is not one that you trust`;

const unproven = (claim: ClaimName, detail: string): Claim => ({ claim, proven: false, detail });
