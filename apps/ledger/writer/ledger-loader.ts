import { type LedgerCreated, ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import { EventDamaged, refuseDamaged } from '@probity/event-store/damaged';
import { type EventStore, StreamCutOff, WrongExpectedRevision } from '@probity/event-store/event-store';
import { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { projectLedgerEvents, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import { grantSubject } from '@probity/read-side/grant-subject';
import { readView } from '@probity/read-side/views';
import { hasPoint, pointAt } from '../signing/ledger-points';
import { keyNamedIn, type LaterKey, replacingCommit } from '../signing/replaced-keys';
import { SigningKeyUnreadable } from '../signing/signing-key';
import type { SigningKeys } from '../signing/signing-keys';
import { chainAfter } from '../commits/chain-commit';
import type { EventChain } from '../commits/event-chain';
import type { TakeOver } from '../commits/take-over';
import { checkTransaction, GENESIS, type Link } from '../verification/transaction-checks';
import { lastPosted } from './last-posted';
import { LedgerInconsistent, SigningKeyRejected } from './ledger-inconsistent';
import { LedgerSigners } from './ledger-signers';
import type { LedgerState } from './ledger-state';

const HEAD = `
  SELECT id AS ledger_id, tenant_id, currency, signing_key_id, revision::float8 AS revision,
    chained_revision::float8 AS chained_revision, head_position::float8 AS position,
    encode(head_hash, 'hex') AS head_hash, last_posted_at
  FROM ledger.ledgers WHERE id = $1`;
const ACTIVITY = 'SELECT id, is_active FROM ledger.accounts WHERE ledger_id = $1 AND id = ANY($2)';

/** How often the loader reads again when another instance keeps writing to the ledger. */
const MAX_LOOKS = 20;

interface Head extends Omit<LedgerState, 'signing_key' | 'last_posted_at' | 'chain' | 'committed_with'> {
  /** the first key of the ledger */
  signing_key_id: string;
  last_posted_at: string | null;
  /** null until the events of an older version are taken over */
  chained_revision: number | null;
}

/** Reads the state from which a writer starts. */
export class LedgerLoader {
  private readonly contradictions: Contradictions;

  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
    private readonly signingKeys: SigningKeys,
    private readonly takeOver: TakeOver,
  ) {
    this.contradictions = new Contradictions(database);
  }

  /**
   * The state of a ledger at the end of its stream. Starts from the read side, reads only later events, and
   * projects them. Takes over the events of an older version. Records where a new key began to sign.
   *
   * @throws Refusal `not_found`
   * @throws LedgerInconsistent when the read side is ahead of the event store, or its signing key is not genuine;
   * operators get a notice
   */
  async load(ledgerId: string): Promise<LedgerState> {
    try {
      return await this.loadWhole(ledgerId);
    } catch (error) {
      if (error instanceof SigningKeyUnreadable) throw await this.rejected(ledgerId, error.message, error);
      const detail =
        error instanceof LedgerInconsistent ? error.detail : error instanceof StreamCutOff ? error.how : undefined;
      if (detail !== undefined) await this.contradictions.report(error as Error, ledgerStream(ledgerId), detail);
      throw error;
    }
  }

  private async loadWhole(ledgerId: string): Promise<LedgerState> {
    const row = await this.takenOver(ledgerId);
    await this.compareWithFirstEvent(ledgerId, row);
    const signers = await LedgerSigners.read(this.signingKeys, ledgerId, row.signing_key_id);
    const { id: signing_key_id, key: signing_key } = signers.newest;
    const { chained_revision, ...head } = row;
    const { chain, committed_with } = await this.endAt(chained_revision, head, signers);
    await this.checkHead(ledgerId, row, signers, committed_with);
    await this.compareWithKeys(ledgerId, signers);
    const { notAnchored } = signers;
    if (notAnchored && committed_with === signing_key_id) await this.anchor(ledgerId, notAnchored, row.revision);
    return { ...head, signing_key_id, signing_key, chain, committed_with, last_posted_at: row.last_posted_at ?? '' };
  }

  /** A ledger that was cut off, or changed, before its key took over must not go on, signed with the new key. */
  private async compareWithKeys(ledgerId: string, { point }: LedgerSigners): Promise<void> {
    if (!point || (await hasPoint(this.events, ledgerId, point))) return;
    const detail = `it is not as it was at revision ${point.revision}, which the events of its keys have`;
    throw new LedgerInconsistent(ledgerId, detail);
  }

  private async anchor(ledgerId: string, key: LaterKey, revision: number): Promise<void> {
    const commit = await replacingCommit(this.events, ledgerId, [key], revision);
    const point = commit && pointAt(commit);
    if (!point) throw new LedgerInconsistent(ledgerId, 'its first commit with a new key was changed');
    await this.signingKeys.anchor(ledgerId, key.signing_key_id, point);
  }

  /** Nothing is signed with a key of which it is not known whether Probity created it for this ledger. */
  private async rejected(ledgerId: string, detail: string, cause: Error): Promise<SigningKeyRejected> {
    const error = new SigningKeyRejected(ledgerId, detail, { cause });
    await this.contradictions.report(error, grantSubject('signing_key', ledgerId), detail);
    return error;
  }

  /** The ledger's row at the end of the stream, with all events in a commit. */
  private async takenOver(ledgerId: string): Promise<Head> {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const row = await this.headAtEnd(ledgerId);
      if (row.chained_revision !== null) return row;
      await this.compareWithFirstEvent(ledgerId, row);
      await this.takeOver.run(row).catch((error: unknown) => {
        if (!(error instanceof WrongExpectedRevision)) throw error; // another process was faster
      });
    }
    throw new LedgerInconsistent(ledgerId, 'an instance of an older version keeps writing to it');
  }

  /** The chain at the last commit, and the key that signed it. No event of Probity may follow it. */
  private async endAt(
    revision: number | null,
    { ledger_id, position, revision: last }: Omit<Head, 'chained_revision'>,
    signers: LedgerSigners,
  ): Promise<{ chain: EventChain; committed_with: string }> {
    let end: { chain: EventChain; committed_with: string } | undefined;
    for await (const chunk of this.events.readStream(ledgerStream(ledger_id), { from: revision ?? 0, to: last })) {
      for (const event of chunk.filter(({ isForeign }) => !isForeign)) {
        if (end) throw new LedgerInconsistent(ledger_id, `the event at revision ${event.revision} is in no commit`);
        const key = event.revision === revision ? await signers.of(keyNamedIn(event)) : undefined;
        const chain = key && chainAfter(event, { ledger_id, position, signing_key_id: key.id, key: key.key });
        if (!chain) throw new LedgerInconsistent(ledger_id, `its last commit, at revision ${revision}, does not hold`);
        end = { chain, committed_with: key.id };
      }
    }
    if (!end) throw new LedgerInconsistent(ledger_id, `its last commit, at revision ${revision}, is missing`);
    const replaced = await replacingCommit(this.events, ledger_id, signers.after(end.committed_with), last);
    if (replaced === undefined) return end;
    const detail = `its last commit is signed with a key that the commit at revision ${replaced.revision} had replaced`;
    throw new LedgerInconsistent(ledger_id, detail);
  }

  /**
   * The ledger's row, projected to the end of the stream. The end is read before the row. A row that is ahead of the
   * end is either a newer write of another instance, which the next read of the end shows, or it is wrong.
   */
  private async headAtEnd(ledgerId: string): Promise<Head> {
    let detail = '';
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const last = await this.events.lastEvent(ledgerStream(ledgerId));
      let row = await this.head(ledgerId);
      if (!last && row) throw new LedgerInconsistent(ledgerId, 'the event store no longer has its events');
      if (!last) throw notFound('ledger', ledgerId);
      if (!row || row.revision < last.revision) {
        await this.catchUp(ledgerId, row ? row.revision + 1 : 0);
        row = await this.head(ledgerId);
      }
      if (row && row.revision === last.revision) return row;
      detail = `the read side is at revision ${row?.revision ?? 'none'}, but the event store ends at ${last.revision}`;
    }
    throw new LedgerInconsistent(ledgerId, detail);
  }

  /**
   * The tenants that the row of a ledger and its first event name; one, unless they contradict each other, and none when
   * there is no such ledger. Reports nothing.
   */
  async tenantsOf(ledgerId: string): Promise<string[]> {
    const [row, created] = await Promise.all([this.head(ledgerId), this.firstEvent(ledgerId).catch(unlessCutOff)]);
    return [row?.tenant_id, created?.tenant_id].filter((tenant) => tenant !== undefined);
  }

  /** Whether each of these accounts is active. The result leaves out accounts that do not exist. */
  async activity(ledgerId: string, accountIds: string[]): Promise<Map<string, boolean>> {
    const { rows } = await this.database.query<{ id: string; is_active: boolean }>(ACTIVITY, [ledgerId, accountIds]);
    return new Map(rows.map((row) => [row.id, row.is_active]));
  }

  private head(ledgerId: string): Promise<Head | undefined> {
    return readView(this.database, HEAD, [ledgerId]);
  }

  private async catchUp(ledgerId: string, from: number): Promise<void> {
    try {
      for await (const events of this.events.readStream(ledgerStream(ledgerId), { from })) {
        refuseDamaged(events);
        await this.database.transaction((sql) => projectLedgerEvents(sql, events as RecordedLedgerEvent[]));
      }
    } catch (error) {
      if (error instanceof EventDamaged) throw new LedgerInconsistent(ledgerId, error.message, { cause: error });
      throw error;
    }
  }

  private async compareWithFirstEvent(ledgerId: string, row: Head): Promise<void> {
    const { tenant_id, currency, signing_key_id } = await this.firstEvent(ledgerId);
    if (tenant_id === row.tenant_id && currency === row.currency && signing_key_id === row.signing_key_id) return;
    throw new LedgerInconsistent(ledgerId, 'the read side differs from the event that created the ledger');
  }

  private async firstEvent(ledgerId: string): Promise<Partial<LedgerCreated>> {
    for await (const [event] of this.events.readStream(ledgerStream(ledgerId), { to: 0 }))
      if (event?.data) return event.data;
    return {};
  }

  /** The chain must not continue from a head that is missing from the events, or from a forged transaction. */
  private async checkHead(ledgerId: string, row: Head, signers: LedgerSigners, committedWith: string): Promise<void> {
    const event = await lastPosted(this.events, ledgerId, row.revision);
    const data = (event?.data ?? {}) as TransactionPosted;
    const head: Link = event ? { position: data.hash_chain_position, hash: data.transaction_hash } : GENESIS;
    if (head.position !== row.position || head.hash !== row.head_hash) {
      throw new LedgerInconsistent(ledgerId, 'the head of the read side is not the last transaction of the events');
    }
    if (!event) return;
    const signer = await signers.of(data.signing_key_id);
    if (!signer || !signers.mayPrecede(signer.id, committedWith)) {
      throw new LedgerInconsistent(ledgerId, 'the last transaction was signed with another key');
    }
    // Compares the transaction with its own `previous_hash`: the link is checked only by `probity ledger verify`.
    const previous = { position: data.hash_chain_position - 1, hash: data.previous_hash };
    const checks = checkTransaction(data, previous, undefined, signer.key);
    const failed = Object.entries(checks).find(([, holds]) => !holds);
    if (failed) throw new LedgerInconsistent(ledgerId, `the check ${failed[0]} of its last transaction failed`);
  }
}

function unlessCutOff(error: unknown): undefined {
  if (!(error instanceof StreamCutOff)) throw error;
}
