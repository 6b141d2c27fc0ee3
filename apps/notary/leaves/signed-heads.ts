import { LRUCache } from 'lru-cache';
import { type Checkpoint, parseCheckpoint, verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { keyIdOf } from '@probity/ledger-verification/verification-key';
import type { CheckpointKeys } from '../keys/checkpoint-keys';
import { isDamage } from '../logs/log-damage';

/** About 300 bytes each. */
const MAX_KNOWN = 20_000;

/** Knows which checkpoints of ledgers the notary signed; the owner of the database can write others into rows. */
export class SignedHeads {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(private readonly keys: CheckpointKeys) {}

  /** To be called with a checkpoint that was signed just now. */
  add(checkpoint: string): void {
    this.known.set(checkpoint, true);
  }

  /**
   * The head that the checkpoint signs; undefined if no key of the log signed it for this ledger. A damaged key has signed
   * nothing: it stops its own log, and the events of other logs are read at the same time.
   */
  async verified(log: string, ledgerId: string, checkpoint: string): Promise<Checkpoint | undefined> {
    const origin = ledgerOrigin(ledgerId);
    if (this.known.has(checkpoint)) {
      const parsed = parseCheckpoint(parseNote(checkpoint).text);
      return parsed.origin === origin ? parsed : undefined;
    }
    const keys = await this.keys.ofStarted(log).catch(unlessDamaged);
    const trusted = keys.map(({ publicKey }) => ({ name: origin, keyId: keyIdOf(origin, publicKey), publicKey }));
    const head = await verifyCheckpoint(checkpoint, origin, trusted).catch(notSigned);
    if (head) this.add(checkpoint);
    return head;
  }
}

function unlessDamaged(error: unknown): [] {
  if (!isDamage(error)) throw error;
  return [];
}

function notSigned(error: unknown): undefined {
  if (!(error instanceof LedgerVerificationError)) throw error;
}
