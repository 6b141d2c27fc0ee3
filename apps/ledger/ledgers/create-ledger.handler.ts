import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { createLedger } from '@probity/contracts/ledger/commands';
import type { LedgerCreated } from '@probity/contracts/ledger/events';
import type { LedgerView } from '@probity/contracts/ledger/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { currentCauseOfLedger } from '@probity/event-store/current-cause';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { GENESIS_HASH } from '@probity/read-side/ledger/ledger-projection';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { chainCommit } from '../commits/chain-commit';
import { linked, NO_EVENTS } from '../commits/event-chain';
import { refuseWhileOlderRun } from '../commits/older-instances';
import { LedgerQuotas } from '../quotas/ledger-quotas';
import { LEDGER } from './ledger';
import { SigningKeys } from '../signing/signing-keys';
import { TimeSource } from '@probity/platform/time-source';
import type { IdentifiedEvent } from '../writer/ledger-state';

@Controller()
export class CreateLedgerHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly queries: LedgerQueries,
    private readonly tenants: TenantQueries,
    private readonly signingKeys: SigningKeys,
    private readonly quotas: LedgerQuotas,
    private readonly database: Database,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(createLedger)
  async handle(request: RequestOf<typeof createLedger>): Promise<LedgerView> {
    const delivered = await this.queries.ledger(request.tenant_id, request.ledger_id);
    if (delivered) return delivered; // the same command was delivered again

    if (!(await this.tenants.currency(request.tenant_id, request.currency))) {
      throw invalid('currency_not_configured', `currency "${request.currency}" is not configured for the tenant`);
    }
    await this.quotas.refuseLedger(request.tenant_id);
    await refuseWhileOlderRun(this.database);
    const now = this.time.now();
    const created: LedgerCreated = {
      ...request,
      signing_key_id: await this.signingKeys.create(request.ledger_id, now),
      created_at: now.toISOString(),
    };
    const before = await this.store.begin(LEDGER, request.ledger_id, { events: await this.firstCommit(created) });
    // The same command was delivered twice at the same time.
    if (before) return this.createdBefore(request.tenant_id, request.ledger_id);
    const { ledger_id, name, currency, description, metadata, created_at } = created;
    const head = { position: 0, hash: GENESIS_HASH };
    return { id: ledger_id, name, currency, status: 'active', description, metadata: metadata ?? {}, created_at, head };
  }

  /** The event that creates the ledger, and the one that links it to the chain. */
  private async firstCommit(created: LedgerCreated): Promise<IdentifiedEvent[]> {
    const opened = await this.signingKeys.open(created.ledger_id, created.signing_key_id);
    if (!opened) throw new Error(`the signing key of ledger ${created.ledger_id} was created and cannot be read`);
    const event: IdentifiedEvent = { id: created.ledger_id, type: 'LedgerCreated', data: created };
    // The store adds the cause to what it appends, so it is hashed too.
    const chain = linked(NO_EVENTS, { ...event, ...currentCauseOfLedger(), revision: 0 });
    const commit = { id: newId(), first_revision: 0, committed_at: created.created_at, growth: [] };
    const data = chainCommit({ ...created, signing_key: opened.key }, chain, commit);
    return [event, { id: commit.id, type: 'CommitChained', data }];
  }

  private async createdBefore(tenantId: string, ledgerId: string): Promise<LedgerView> {
    const ledger = await this.queries.ledger(tenantId, ledgerId);
    if (!ledger) throw new Error(`ledger ${ledgerId} has events but is missing from the read side`);
    return ledger;
  }
}
