import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/command';
import { createLedger } from '@probity/contracts/ledger/commands';
import { type LedgerCreated, ledgerStream } from '@probity/contracts/ledger/events';
import { asAnswer, EventStore, NO_STREAM } from '@probity/event-store/event-store';
import { invalid } from '@probity/platform/errors';
import { projectNewLedgerEvents, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { SigningKeys } from '../signing/signing-keys';
import { TimeSource } from '../time-source';

@Controller()
export class CreateLedgerHandler {
  constructor(
    private readonly events: EventStore,
    private readonly tenants: TenantQueries,
    private readonly signingKeys: SigningKeys,
    private readonly time: TimeSource,
  ) {}

  @MessagePattern(createLedger.name)
  async handle(@Payload() request: RequestOf<typeof createLedger>): Promise<ReplyOf<typeof createLedger>> {
    if (!(await this.tenants.currency(request.tenant_id, request.currency))) {
      throw invalid('currency_not_configured', `currency "${request.currency}" is not configured for the tenant`);
    }
    const created: LedgerCreated = {
      ...request,
      signing_key_id: await this.signingKeys.create(request.ledger_id),
      created_at: this.time.now().toISOString(),
    };
    const event = { id: request.ledger_id, type: 'LedgerCreated', data: created };
    try {
      await this.events.append(ledgerStream(request.ledger_id), NO_STREAM, [event], (sql, recorded) =>
        projectNewLedgerEvents(sql, recorded as RecordedLedgerEvent[]),
      );
    } catch (error) {
      throw asAnswer(error);
    }
    const { ledger_id, name, currency, description, metadata, created_at } = created;
    return { id: ledger_id, name, currency, status: 'active', description, metadata: metadata ?? {}, created_at };
  }
}
