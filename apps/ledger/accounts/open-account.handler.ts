import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { openAccount } from '@probity/contracts/ledger/commands';
import { type AccountOpened, ledgerStream } from '@probity/contracts/ledger/events';
import type { AccountBalanceView, AccountView } from '@probity/contracts/ledger/account';
import { EventStore } from '@probity/event-store/event-store';
import { COMMAND_DEADLINE_MS } from '@probity/messaging/command-bus';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { invalid, notFound } from '@probity/platform/errors';
import { ACCOUNT_FIELDS, type AccountField } from '@probity/read-side/ledger/ledger-projection';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TimeSource } from '@probity/platform/time-source';
import type { LedgerWrite } from '../writer/ledger-write';
import { LedgerQuotas } from '../quotas/ledger-quotas';
import { LedgerWriters } from '../writer/ledger-writers';
import { claimAccountCode } from './account-codes';
import { type AccountToOpen, decideAccount } from './decide-account';

type Outcome = { opened: AccountOpened; currency: string } | 'opened before';

@Controller()
export class OpenAccountHandler {
  constructor(
    private readonly writers: LedgerWriters,
    private readonly events: EventStore,
    private readonly queries: LedgerQueries,
    private readonly database: Database,
    private readonly quotas: LedgerQuotas,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(openAccount)
  async handle(request: RequestOf<typeof openAccount>) {
    const { tenant_id, ledger_id, ...asked } = request;
    const { account_id, code } = asked;
    if (!(await this.queries.ledger(tenant_id, ledger_id))) throw notFound('ledger', ledger_id);

    const exceeded = await this.quotas.countAccount(tenant_id);
    // The same command may have been delivered before, and must then return the account.
    if (exceeded && !(await this.queries.account(tenant_id, account_id))) throw exceeded;

    const owner = await claimAccountCode(this.database, tenant_id, code, { ledger_id, account_id });
    if (owner.ledger_id !== ledger_id) throw codeTaken(code);
    const account = { ...asked, account_id: owner.account_id };
    const write = this.write(tenant_id, account, account_id);
    const outcome = await this.writers.of(ledger_id).write(write, COMMAND_DEADLINE_MS);
    if (outcome !== 'opened before') return accountView(outcome.opened, outcome.currency);
    const opened = await this.queries.account(tenant_id, account_id);
    if (opened && !(await this.isFrom(account_id, ledger_id))) throw codeTaken(code);
    if (!opened) throw new Error(`account ${account_id} was opened but is missing from the read side`);
    return withoutBalance(opened);
  }

  /**
   * Whether the command with the id `askedFor` opened the account. Another command with the same code may have opened
   * it, with the account id that `askedFor` claimed. The event has the id of the command that opened the account.
   */
  private async isFrom(askedFor: string, ledgerId: string): Promise<boolean> {
    const revision = await this.queries.openedAt(askedFor);
    for await (const events of this.events.readStream(ledgerStream(ledgerId), { from: revision, to: revision })) {
      return events[0]!.id === askedFor;
    }
    return false;
  }

  private write(tenantId: string, account: AccountToOpen, askedFor: string): LedgerWrite<Outcome> {
    return {
      tenantId,
      accountIds: [account.account_id],
      approximateBytes: 1_000 + JSON.stringify(account.metadata ?? {}).length,
      decide: ({ state, accountActivity }) => {
        if (state.tenant_id !== tenantId) throw notFound('ledger', state.ledger_id);
        if (accountActivity(account.account_id) !== 'missing') {
          if (account.account_id === askedFor) return { answer: 'opened before' }; // delivered again
          throw codeTaken(account.code);
        }
        const opened = decideAccount(state, account, this.time.now().toISOString());
        return {
          event: { id: askedFor, type: 'AccountOpened', data: opened },
          answer: { opened, currency: state.currency },
        };
      },
    };
  }
}

const codeTaken = (code: string) =>
  invalid('account_code_taken', `code "${code}" is already used by another account of the tenant`);

function withoutBalance(account: AccountBalanceView): AccountView {
  const { debit_total: _d, credit_total: _c, balance: _b, entry_count: _e, last_activity_at: _l, ...view } = account;
  return view;
}

function accountView(opened: AccountOpened, currency: string): AccountView {
  const { account_id: id, tenant_id: _tenant, opened_at: created_at, metadata = {}, ...said } = opened;
  const absent = Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, null])) as Record<AccountField, null>;
  return { ...absent, ...said, id, currency, metadata, is_active: true, created_at };
}
