import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { replaceSigningKey } from '@probity/contracts/ledger/commands';
import type { ReplacedSigningKey } from '@probity/contracts/ledger/views';
import { COMMAND_DEADLINE_MS } from '@probity/messaging/command-bus';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { notFound } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { LedgerLoader } from '../writer/ledger-loader';
import type { LedgerState } from '../writer/ledger-state';
import { LedgerWriters } from '../writer/ledger-writers';
import { unavailable, unreadable } from '../writer/unavailable';
import { SigningKeyUnreadable } from './signing-key';
import { type Replacement, SigningKeys } from './signing-keys';

/**
 * Replaces the signing key of a ledger. An event of the key comes first: from then on, each instance that reads the ledger
 * signs with the new key. A commit with the new key follows at once. It makes instances that still know the old key read
 * the ledger again, and from it on, the old key signs nothing. Another event of the key has that commit. If the process
 * ends in between, the next write to the ledger makes the commit, and the next start of a writer that event.
 */
@Controller()
export class ReplaceSigningKeyHandler {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly writers: LedgerWriters,
    private readonly loader: LedgerLoader,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(replaceSigningKey)
  async handle(request: RequestOf<typeof replaceSigningKey>): Promise<ReplacedSigningKey> {
    const { tenant_id, ledger_id } = request;
    const writer = this.writers.of(ledger_id);
    await writer.refuseOthers(tenant_id);
    const { key, before } = await writer.exclusively(() => this.replace(request));
    await writer.write(
      {
        tenantId: tenant_id,
        accountIds: [],
        approximateBytes: 500,
        decide: ({ state }) => {
          const isDone = state.committed_with === state.signing_key_id;
          return { answer: undefined, ...(!isDone && { commitAt: this.time.now().toISOString() }) };
        },
      },
      COMMAND_DEADLINE_MS,
    );
    await writer.exclusively(() => this.load(ledger_id)); // anchors the key
    const [signing_key_id, replaces] = [key.signing_key_id, before.signing_key_id];
    return { ledger_id, signing_key_id, replaces, replaced_at: key.created_at };
  }

  /** A ledger that takes no writes keeps its key. */
  private async replace(request: Replacement) {
    const { tenant_id, ledger_id } = request;
    const { revision, chain, ...state } = await this.load(ledger_id);
    if (state.tenant_id !== tenant_id) throw notFound('ledger', ledger_id);
    const end = { revision, event_hash: Buffer.from(chain.eventHash).toString('hex') };
    return this.signingKeys.replace(request, end, this.time.now()).catch((error: unknown) => {
      throw error instanceof SigningKeyUnreadable ? unavailable(error.message) : error;
    });
  }

  private load(ledgerId: string): Promise<LedgerState> {
    return this.loader.load(ledgerId).catch((error: unknown) => {
      throw unreadable(error);
    });
  }
}
