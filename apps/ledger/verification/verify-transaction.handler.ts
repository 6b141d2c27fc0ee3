import type { KeyObject } from 'node:crypto';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { verifyTransaction } from '@probity/contracts/ledger/commands';
import { ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import { EventStore, type RecordedEvent, StreamCutOff } from '@probity/event-store/event-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { postingMismatches, type StoredPosting, storedPostings } from '@probity/read-side/ledger/stored-postings';
import { lastPosted, nextPosted } from '../writer/last-posted';
import { replacingCommit } from '../signing/replaced-keys';
import { SigningKeys } from '../signing/signing-keys';
import { TimeSource } from '@probity/platform/time-source';
import { isLedgerEvent } from './event-shape';
import { type Checks, checkTransaction, envelopeMismatches, GENESIS, type Link } from './transaction-checks';

const ALL_FAILED: Checks = {
  content_hash_ok: false,
  transaction_hash_ok: false,
  signature_ok: false,
  chain_ok: false,
  double_entry_ok: false,
};

/** Verifies the stored event of one transaction, and compares the read side with the event. */
@Controller()
export class VerifyTransactionHandler {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
    private readonly signingKeys: SigningKeys,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(verifyTransaction)
  async handle(request: RequestOf<typeof verifyTransaction>) {
    const { tenant_id, ledger_id, transaction_id } = request;
    const stored = (await storedPostings(this.database, [transaction_id])).get(transaction_id);
    if (stored?.transaction.tenant_id !== tenant_id) throw notFound('posting', transaction_id);

    const event = await this.eventAt(ledger_id, stored.transaction.revision).catch(none);
    const isIt = event?.type === 'TransactionPosted' && typeof event.data === 'object' && event.data !== null;
    const checks = isIt ? await this.check(event, ledger_id) : ALL_FAILED;
    const mismatches = isIt
      ? [...envelopeMismatches(event, tenant_id, ledger_id), ...readSideMismatches(event, transaction_id, stored)]
      : ['event'];
    return {
      transaction_id,
      checks,
      verified: Object.values(checks).every(Boolean) && mismatches.length === 0,
      verified_at: this.time.now().toISOString(),
      mismatches,
    };
  }

  private async check(event: RecordedEvent, ledgerId: string): Promise<Checks> {
    const data = event.data as TransactionPosted;
    const [previous, next, key] = await Promise.all([
      this.previousLink(ledgerId, event.revision),
      this.nextPreviousHash(ledgerId, event.revision),
      this.signer(ledgerId, data.signing_key_id, event.revision),
    ]);
    return checkTransaction(data, previous, next, key);
  }

  /** The key with this id, unless it was replaced before this revision. */
  private async signer(ledgerId: string, id: string, revision: number): Promise<KeyObject | undefined> {
    const key = await this.signingKeys.openIfReadable(ledgerId, id);
    const later = key && (await this.signingKeys.replacing(ledgerId, id));
    if (!later || (await replacingCommit(this.events, ledgerId, later, revision))) return undefined;
    return key.key;
  }

  private async eventAt(ledgerId: string, revision: number): Promise<RecordedEvent | undefined> {
    for await (const [event] of this.events.readStream(ledgerStream(ledgerId), { from: revision, to: revision })) {
      return event;
    }
    return undefined;
  }

  private async previousLink(ledgerId: string, revision: number): Promise<Link> {
    const previous = await lastPosted(this.events, ledgerId, revision - 1);
    if (!previous) return GENESIS;
    const { hash_chain_position, transaction_hash } = (previous.data ?? {}) as TransactionPosted;
    return { position: hash_chain_position, hash: transaction_hash };
  }

  private async nextPreviousHash(ledgerId: string, revision: number): Promise<string | undefined> {
    const next = await nextPosted(this.events, ledgerId, revision + 1);
    return next && String((next.data as TransactionPosted | undefined)?.previous_hash);
  }
}

/** A stream that was deleted permanently has no event. */
function none(error: unknown): undefined {
  if (!(error instanceof StreamCutOff)) throw error;
}

/** An event without the expected shape cannot be compared field by field. */
function readSideMismatches(event: RecordedEvent, transactionId: string, stored: StoredPosting): string[] {
  if (!isLedgerEvent(event) || event.type !== 'TransactionPosted') return ['event.data'];
  const id = event.data.transaction_id === transactionId ? [] : ['transaction.id'];
  return [...id, ...postingMismatches(event.data, event.revision, stored)];
}
