import { LRUCache } from 'lru-cache';
import { ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import { projectAppended, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import { SigningKeyUnreadable } from '../signing/signing-key';
import type { SigningKeys } from '../signing/signing-keys';
import { LedgerWalk } from '../verification/ledger-walk';
import { isPosted } from '../writer/last-posted';
import { LedgerInconsistent } from '../writer/ledger-inconsistent';
import { chainCommit } from './chain-commit';
import { refuseWhileOlderRun } from './older-instances';

const ADD_CONTENT_HASHES = `
  UPDATE ledger.transactions t SET content_hash = decode(c.hash, 'hex')
  FROM unnest($1::uuid[], $2::text[]) AS c (id, hash) WHERE t.id = c.id AND t.content_hash IS NULL`;

const HASH = /^[0-9a-f]{64}$/;

/** The ledger to take over. */
interface OlderLedger {
  ledger_id: string;
  tenant_id: string;
  signing_key_id: string;
}

/**
 * Takes over a ledger of an older version, whose events are in no commit: verifies them all, and appends one commit that
 * links them. Only transactions were hashed before, so what an older version recorded about accounts is taken as it is.
 *
 * A crash leaves no commit, and the next attempt begins again. Of two processes, one appends the commit.
 */
export class TakeOver {
  /** Each write to such a ledger would verify all of it again. */
  private readonly failed = new LRUCache<string, LedgerInconsistent>({ max: 1_000, ttl: 60_000 });

  constructor(
    /** connections for long statements */
    private readonly database: Database,
    private readonly events: EventStore,
    private readonly signingKeys: SigningKeys,
    private readonly now: () => Date,
  ) {}

  /**
   * @throws LedgerInconsistent when a check fails; for a minute, it is not checked again
   * @throws Refusal `unavailable` while an instance of an older version runs
   * @throws WrongExpectedRevision when another process has appended meanwhile
   */
  async run(ledger: OlderLedger): Promise<void> {
    const failed = this.failed.get(ledger.ledger_id);
    if (failed) throw failed;
    await refuseWhileOlderRun(this.database);
    await this.takeOver(ledger).catch((error: unknown) => {
      if (error instanceof LedgerInconsistent) this.failed.set(ledger.ledger_id, error);
      throw error;
    });
  }

  /** To be called when the ledger was repaired: the next write checks it again. */
  forget(ledgerId: string): void {
    this.failed.delete(ledgerId);
  }

  private async takeOver({ ledger_id, tenant_id, signing_key_id }: OlderLedger): Promise<void> {
    await this.addContentHashes(ledger_id);
    const walk = new LedgerWalk(this.database, this.events, this.signingKeys, tenant_id, ledger_id, this.now);
    let last: LedgerVerification | undefined;
    for await (const report of walk.run()) last = report;
    if (!last?.verified) throw new LedgerInconsistent(ledger_id, last?.broken?.detail ?? 'it could not be verified');

    const opened = await this.signingKeys.open(ledger_id, signing_key_id);
    if (!opened) throw new SigningKeyUnreadable(signing_key_id, 'its row is missing');
    const { chain, revision } = walk.chained;
    const commit = { id: newId(), first_revision: 0, committed_at: this.now().toISOString(), growth: [] };
    const data = chainCommit({ ledger_id, tenant_id, signing_key_id, signing_key: opened.key }, chain, commit);
    await this.events.append(
      ledgerStream(ledger_id),
      revision,
      [{ id: commit.id, type: 'CommitChained', data }],
      (sql, recorded, atomic) => projectAppended(sql, recorded as RecordedLedgerEvent[], atomic),
    );
  }

  /** The walk compares them with the events. */
  private async addContentHashes(ledgerId: string): Promise<void> {
    for await (const chunk of this.events.readStream(ledgerStream(ledgerId))) {
      const posted = chunk.filter(isPosted).map(({ id, data }) => ({ id, hash: hashIn(data) }));
      const known = posted.filter(({ hash }) => HASH.test(hash));
      await this.database.query(ADD_CONTENT_HASHES, [known.map(({ id }) => id), known.map(({ hash }) => hash)]);
    }
  }
}

const hashIn = (data: unknown): string => String((data as TransactionPosted | undefined)?.content_hash);
