import { type CheckpointSigned, type EventsLogged, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import type { Frontier } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { keyIdOf } from '@probity/ledger-verification/verification-key';
import { canonicalJson } from '@probity/platform/canonical-json';
import type { FoundKey } from '../keys/checkpoint-keys';

/** What the data of a checkpoint must follow from, besides its signed note. */
export interface Signing {
  log: string;
  /** the keys that signed its note, the newest last */
  signers: FoundKey[];
  tree: Frontier;
  /** what was appended with the checkpoint */
  logged: EventsLogged['data'];
}

/** The first field of an event with leaves that is not of this log, or undefined. */
export function wrongFieldOfLeaves({ first_index, leaves, logged_at, ...rest }: EventsLogged['data'], log: string) {
  const wrong = fieldOf({ ...rest, logged_at: isTime(logged_at) }, { ...of(log), logged_at: true });
  return wrong ?? (Number.isSafeInteger(first_index) && Array.isArray(leaves) ? undefined : 'leaves');
}

/**
 * The first field of a checkpoint that differs from what the log says, or undefined. Its note is verified elsewhere; nothing
 * signs the time, which has to be that of the leaves.
 */
export async function wrongFieldOfCheckpoint(signed: CheckpointSigned, by: Signing): Promise<string | undefined> {
  const { checkpoint: _note, ledgers, ...rest } = signed;
  const { log, signers, tree, logged } = by;
  const wrong = fieldOf(rest, {
    ...of(log),
    tree_size: tree.size,
    frontier: tree.hashes.map(toBase64),
    key_ids: signers.map(({ id }) => id),
    signed_at: logged.logged_at,
  });
  return wrong ?? ((await areHeads(ledgers, by)) ? undefined : 'ledgers');
}

/** Whether these are the heads of the ledgers whose commits are among the leaves, signed by the same keys. */
async function areHeads(ledgers: unknown, { logged, signers }: Signing): Promise<boolean> {
  const commits = new Map(logged.leaves.flatMap(([stream, revision, , type]) => isCommit(type, stream, revision)));
  if (!Array.isArray(ledgers) || ledgers.length !== commits.size) return false;
  for (const head of ledgers as CheckpointSigned['ledgers']) {
    const { ledger_id, revision, tree_size, checkpoint, ...others } = head;
    if (Object.keys(others).length > 0 || commits.get(ledgerStream(ledger_id)) !== revision) return false;
    commits.delete(ledgerStream(ledger_id));
    const name = ledgerOrigin(ledger_id);
    const trusted = signers.map(({ publicKey }) => ({ name, keyId: keyIdOf(name, publicKey), publicKey }));
    const signed = await verifyCheckpoint(String(checkpoint), name, trusted).catch(none);
    if (!signed || signed.size !== tree_size || signed.signedBy.length !== signers.length) return false;
  }
  return true;
}

const isCommit = (type: string, stream: string, revision: number): [string, number][] =>
  type === 'CommitChained' ? [[stream, revision]] : [];

const of = (log: string): object => (log === PLATFORM_LOG ? { log } : { log, tenant_id: log });

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** The first field that differs, is missing or is unknown. */
function fieldOf(found: object, expected: object): string | undefined {
  const [is, must] = [found as Record<string, unknown>, expected as Record<string, unknown>];
  return [...new Set([...Object.keys(must), ...Object.keys(is)])].find(
    (field) => canonicalJson(is[field] ?? null) !== canonicalJson(must[field] ?? null),
  );
}

function none(error: unknown): undefined {
  if (!(error instanceof LedgerVerificationError)) throw error;
}
