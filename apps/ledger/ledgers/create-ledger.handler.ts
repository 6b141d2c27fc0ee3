import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { createLedger } from '@probity/contracts/ledger/commands';
import type { LedgerCreated } from '@probity/contracts/ledger/events';
import type { LedgerView } from '@probity/contracts/ledger/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { invalid } from '@probity/platform/errors';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { LedgerQuotas } from '../quotas/ledger-quotas';
import { LEDGER } from './ledger';
import { SigningKeys } from '../signing/signing-keys';
import { TimeSource } from '@probity/platform/time-source';

@Controller()
export class CreateLedgerHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly queries: LedgerQueries,
    private readonly tenants: TenantQueries,
    private readonly signingKeys: SigningKeys,
    private readonly quotas: LedgerQuotas,
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
    const now = this.time.now();
    const created: LedgerCreated = {
      ...request,
      signing_key_id: await this.signingKeys.create(request.ledger_id, now),
      created_at: now.toISOString(),
    };
    const event = { id: request.ledger_id, type: 'LedgerCreated' as const, data: created };
    const before = await this.store.begin(LEDGER, request.ledger_id, { events: [event] });
    // The same command was delivered twice at the same time.
    if (before) return this.createdBefore(request.tenant_id, request.ledger_id);
    const { ledger_id, name, currency, description, metadata, created_at } = created;
    return { id: ledger_id, name, currency, status: 'active', description, metadata: metadata ?? {}, created_at };
  }

  private async createdBefore(tenantId: string, ledgerId: string): Promise<LedgerView> {
    const ledger = await this.queries.ledger(tenantId, ledgerId);
    if (!ledger) throw new Error(`ledger ${ledgerId} has events but is missing from the read side`);
    return ledger;
  }
}
