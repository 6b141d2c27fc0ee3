import { Wrong } from './bundle-report';
import { type Checkpoint, verifyCheckpoint } from './checkpoint';
import { sameBytes, toHex } from './encoding';
import { LedgerVerificationError } from './ledger-verification-error';
import { type Frontier, rootOf } from './merkle-tree';
import type { VerificationKey } from './verification-key';

/** A checkpoint of the ledger that you stored when you got it. */
export interface KeptCheckpoint {
  /** what messages call it, such as the name of its file */
  name: string;
  /** the signed note */
  note: string;
}

type Kept = Checkpoint & { name: string };

/** Compares the growing tree of a ledger with checkpoints that were kept elsewhere: it must continue each of them. */
export class KeptCheckpoints {
  /** so many of them are in the tree */
  private reached = 0;

  private constructor(
    /** smallest first */
    private readonly kept: Kept[],
  ) {}

  static readonly NONE = new KeptCheckpoints([]);

  /** @throws LedgerVerificationError when one is of another ledger, or no trusted key has signed it */
  static async verified(
    checkpoints: readonly KeptCheckpoint[],
    origin: string,
    trusted: readonly VerificationKey[],
  ): Promise<KeptCheckpoints> {
    const kept: Kept[] = [];
    for (const { name, note } of checkpoints) {
      try {
        kept.push({ name, ...(await verifyCheckpoint(note, origin, trusted)) });
      } catch (error) {
        if (!(error instanceof LedgerVerificationError)) throw error;
        throw new LedgerVerificationError(error.code, `${name}: ${error.message}`);
      }
    }
    return new KeptCheckpoints(kept.sort((one, other) => one.size - other.size));
  }

  /** To be called with the tree before the first transaction, and after each. @throws Wrong */
  next(tree: Frontier, revision: number): void {
    for (let next = this.kept[this.reached]; next?.size === tree.size; next = this.kept[++this.reached]) {
      if (sameBytes(rootOf(tree), next.root)) continue;
      const before = this.kept[this.reached - 1]?.size ?? 0;
      throw new Wrong({
        check: 'kept_checkpoint',
        revision,
        position: before + 1 === next.size ? next.size : null,
        detail:
          `the root of the first ${next.size} transactions is ${toHex(rootOf(tree))}, but ${name(next)} has ` +
          toHex(next.root) +
          (before > 0 ? `; the first ${before} are those of ${name(this.kept[this.reached - 1]!)}` : ''),
      });
    }
  }

  get count(): number {
    return this.kept.length;
  }

  /** The sizes of the checkpoints that the tree has reached. */
  get sizes(): number[] {
    return this.kept.slice(0, this.reached).map(({ size }) => size);
  }

  /** The first checkpoint that is larger than the tree. */
  get beyond(): { name: string; size: number } | undefined {
    return this.kept[this.reached];
  }
}

const name = (kept: Kept): string => `the checkpoint ${kept.name}`;
