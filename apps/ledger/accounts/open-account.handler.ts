import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { ReplyOf, RequestOf } from '@probity/contracts/command';
import { openAccount } from '@probity/contracts/ledger/commands';
import type { AccountOpened } from '@probity/contracts/ledger/events';
import type { AccountView } from '@probity/contracts/ledger/views';
import { COMMAND_DEADLINE_MS } from '@probity/messaging/command-bus';
import { Database } from '@probity/persistence/database';
import { invalid, notFound } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TimeSource } from '../time-source';
import type { LedgerWrite } from '../writer/ledger-writer';
import { LedgerWriters } from '../writer/ledger-writers';
import { claimAccountCode } from './account-codes';
import { type AccountToOpen, decideAccount } from './decide-account';

type Outcome = { opened: AccountOpened; currency: string };

@Controller()
export class OpenAccountHandler {
  constructor(
    private readonly writers: LedgerWriters,
    private readonly queries: LedgerQueries,
    private readonly database: Database,
    private readonly time: TimeSource,
  ) {}

  @MessagePattern(openAccount.name)
  async handle(@Payload() request: RequestOf<typeof openAccount>): Promise<ReplyOf<typeof openAccount>> {
    const { tenant_id, ledger_id, code, account_type, ...rest } = request;
    if (!(await this.queries.ledger(tenant_id, ledger_id))) throw notFound('ledger', ledger_id);

    const owner = await claimAccountCode(this.database, tenant_id, code, { ledger_id, account_id: newId() });
    if (owner.ledger_id !== ledger_id) throw codeTaken(code);
    const account = { ...rest, account_id: owner.account_id, code, account_type };
    const { opened, currency } = await this.writers
      .of(ledger_id)
      .write(this.write(tenant_id, account), COMMAND_DEADLINE_MS);
    return accountView(opened, currency);
  }

  private write(tenantId: string, account: AccountToOpen): LedgerWrite<Outcome> {
    return {
      accountIds: [account.account_id],
      approximateBytes: 1_000 + JSON.stringify(account.metadata ?? {}).length,
      decide: ({ state, accountActivity }) => {
        if (state.tenant_id !== tenantId) throw notFound('ledger', state.ledger_id);
        if (accountActivity(account.account_id) !== 'missing') throw codeTaken(account.code);
        const opened = decideAccount(state, account, this.time.now().toISOString());
        return {
          event: { id: account.account_id, type: 'AccountOpened', data: opened },
          answer: { opened, currency: state.currency },
        };
      },
    };
  }
}

const codeTaken = (code: string) =>
  invalid('account_code_taken', `code "${code}" is already used by another account of the tenant`);

function accountView(opened: AccountOpened, currency: string): AccountView {
  return {
    id: opened.account_id,
    ledger_id: opened.ledger_id,
    code: opened.code,
    name: opened.name,
    account_type: opened.account_type,
    currency,
    external_ref: opened.external_ref ?? null,
    metadata: opened.metadata ?? {},
    is_active: true,
    created_at: opened.opened_at,
  };
}
