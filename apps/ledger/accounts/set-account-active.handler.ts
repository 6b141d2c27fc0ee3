import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { setAccountActive } from '@probity/contracts/ledger/commands';
import { COMMAND_DEADLINE_MS } from '@probity/messaging/command-bus';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { notFound } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { LedgerWriters } from '../writer/ledger-writers';
import { decideActivity } from './decide-account';

@Controller()
export class SetAccountActiveHandler {
  constructor(
    private readonly writers: LedgerWriters,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(setAccountActive)
  handle(request: RequestOf<typeof setAccountActive>) {
    const { tenant_id, ledger_id, account_id, is_active, ...by } = request;
    return this.writers.of(ledger_id).write(
      {
        tenantId: tenant_id,
        accountIds: [account_id],
        approximateBytes: 500 + (by.reason?.length ?? 0),
        decide: ({ state, accountActivity }) => {
          if (state.tenant_id !== tenant_id) throw notFound('ledger', ledger_id);
          const activity = accountActivity(account_id);
          if (activity === 'missing') throw notFound('account', account_id);
          const answer = { account_id, is_active };
          if ((activity === 'active') === is_active) return { answer };
          const data = decideActivity(state, account_id, is_active, by, this.time.now().toISOString());
          const event = { id: newId(), type: 'AccountActivityChanged' as const, data };
          return { event, answer };
        },
      },
      COMMAND_DEADLINE_MS,
    );
  }
}
