import type { BundleCounts, BundleHead, Claim, ClaimName, WrongItem } from './bundle-report';
import type { Checkpoint } from './checkpoint';

/** Something that a key has signed. */
export interface Signed<T> {
  of: T;
  /** `<name>+<key id>` */
  key: string;
  isTrusted: boolean;
}

interface Checked {
  counts: BundleCounts;
  head: BundleHead;
  checkpoint: Signed<Checkpoint> | undefined;
  logged: Signed<{ revision: number }> | undefined;
  wrong: WrongItem | null;
}

/** What the bundle has proven, and what it has not. */
export function claimsOf(checked: Checked): Claim[] {
  return [transactions(checked), events(checked), checkpointed(checked), inTenantLog(checked), SIGNATURES];
}

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
  const left = head.position - of.size;
  const rest = left === 0 ? '' : `; the last ${left} transactions came later and are not covered`;
  return { claim: 'checkpoint', proven: true, detail: `${key} has signed the first ${of.size} transactions${rest}` };
}

function inTenantLog({ head, logged, wrong }: Checked): Claim {
  if (wrong) return unproven('tenant_log', STOPPED);
  if (!logged) return unproven('tenant_log', 'the bundle has no proof from the log of the tenant');
  const { of, key, isTrusted } = logged;
  if (!isTrusted) return unproven('tenant_log', untrusted(key));
  const rest = head.revision === of.revision ? '' : '; later events are not covered';
  return {
    claim: 'tenant_log',
    proven: true,
    detail: `${key} has signed all events up to revision ${of.revision}${rest}`,
  };
}

const untrusted = (key: string): string => `${key} has signed it, and this key is not one that you trust`;

const unproven = (claim: ClaimName, detail: string): Claim => ({ claim, proven: false, detail });
