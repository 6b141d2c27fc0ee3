import type { ComparedCheckpoint } from '@probity/contracts/ledger/views';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { toHex } from '@probity/ledger-verification/encoding';
import { type Frontier, rootOf } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { parseKey } from '@probity/ledger-verification/verification-key';
import type { Sql } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import type { LoggedCheckpoint } from './logged-checkpoint';

type Source = ComparedCheckpoint['source'];

interface FailedCheck {
  position: number | null;
  check: string;
  detail: string;
}

interface Known {
  source: Source;
  size: number;
  /** hex */
  root: string;
}

const NAMES: Record<Source, string> = {
  notary: 'the last checkpoint of the notary',
  kept: 'a checkpoint that was kept elsewhere',
};

/** Compares the growing tree of a ledger with the checkpoints of it that are known. */
export class CheckpointChecks {
  private constructor(
    /** smallest first */
    private readonly known: Known[],
    /** what is wrong with the checkpoints themselves */
    readonly failed: FailedCheck | undefined,
    /** what is wrong with the log that has them */
    private readonly logProblem?: string,
  ) {}

  readonly compared: ComparedCheckpoint[] = [];

  /**
   * @param last of the notary
   * @param kept signed notes of this ledger that were kept elsewhere
   * @throws Refusal `bad_request` when one of these names a key of the notary, and the signature is not by this key: its
   *   file was damaged. One by an unknown key is a failed check: the keys may have been exchanged
   */
  static async read(
    sql: Sql,
    tenantId: string,
    ledgerId: string,
    last: LoggedCheckpoint,
    kept: string[],
  ): Promise<CheckpointChecks> {
    const queries = new CheckpointQueries(sql);
    const origin = ledgerOrigin(ledgerId);
    // After the checkpoint, so that the key that signed it is among them.
    const trusted = (await queries.keys(tenantId, origin)).map(parseKey);
    const notes: [Source, string][] = kept.map((note) => ['kept', note]);
    if (last.note !== undefined) notes.push(['notary', last.note]);

    const known: Known[] = [];
    for (const [source, note] of notes) {
      const checkpoint = await verifyCheckpoint(note, origin, trusted).catch(problemOf);
      if (checkpoint instanceof LedgerVerificationError) {
        if (source === 'kept' && checkpoint.code === 'wrong_signature')
          throw invalid('bad_request', `${NAMES[source]} was changed, or the key that it names: ${checkpoint.message}`);
        const detail = `${NAMES[source]} cannot be trusted: ${checkpoint.message}`;
        return new CheckpointChecks([], { position: null, check: 'checkpoint', detail });
      }
      known.push({ source, size: checkpoint.size, root: toHex(checkpoint.root) });
    }
    return new CheckpointChecks(
      known.sort((one, other) => one.size - other.size),
      undefined,
      last.problem,
    );
  }

  /** To be called with the tree after each transaction. Returns what is wrong, or undefined. */
  next(tree: Frontier): FailedCheck | undefined {
    while (this.waiting && this.waiting.size <= tree.size) {
      const { source, size, root } = this.waiting;
      if (size === tree.size && toHex(rootOf(tree)) !== root) {
        const from = (this.compared.at(-1)?.size ?? 0) + 1;
        const those =
          from === size ? `transaction ${size} is not the one` : `transactions ${from} to ${size} are not those`;
        const detail = `${those} of ${NAMES[source]}, of size ${size}`;
        return { position: from === size ? size : null, check: 'checkpoint', detail };
      }
      this.compared.push({ source, size });
    }
    return undefined;
  }

  /**
   * What is wrong with a ledger that has so many transactions now, or undefined. A ledger that grew since the walk began,
   * or whose read side was behind then, may have what the walk did not reach: the next walk compares it.
   */
  end(size: number): FailedCheck | undefined {
    if (!this.waiting || this.waiting.size <= size) return this.ofLog(); // a wrong transaction says more
    const { source, size: signed } = this.waiting;
    const detail = `the ledger ends with transaction ${size}, but ${NAMES[source]} has ${signed}`;
    return { position: size + 1, check: 'checkpoint', detail };
  }

  private ofLog(): FailedCheck | undefined {
    if (this.logProblem === undefined) return undefined;
    return { position: null, check: 'checkpoint', detail: this.logProblem };
  }

  private get waiting(): Known | undefined {
    return this.known[this.compared.length];
  }
}

function problemOf(error: unknown): LedgerVerificationError {
  if (error instanceof LedgerVerificationError) return error;
  throw error;
}
