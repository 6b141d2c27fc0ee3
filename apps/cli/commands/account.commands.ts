import type { Command } from 'commander';
import { apiPath } from '../connection/api-path';
import { group, subcommand } from '../help';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type TenantOption, withTenant } from './tenant-option';

interface AccountOptions extends TenantOption {
  ledger: string;
}

const IDS = '--ledger 0199d5a0-0000-7000-8000-000000000000 0199d5a0-0000-7000-8000-000000000001';

export function addAccountCommands(program: Command, surroundings: Surroundings): void {
  const account = group(program, 'account', 'the accounts of a ledger', `account deactivate --tenant bank ${IDS}`);

  const setActive = (name: string, is_active: boolean, description: string, became: string): void => {
    const command = subcommand(
      account,
      `${name} <account-id>`,
      description,
      `account ${name} --tenant bank ${IDS}`,
    ).requiredOption('--ledger <ledger-id>', "the id of the account's ledger");
    withTenant(command).action(async (accountId: string, { tenant, ledger }: AccountOptions, self: Command) => {
      const { backOffice, answer } = openSession(self, surroundings);
      const path = apiPath('tenants', tenant, 'ledgers', ledger, 'accounts', accountId, 'activity');
      const outcome = await backOffice.put<{ account_id: string; is_active: boolean }>(path, { is_active });
      answer(outcome, `Account ${outcome.account_id} is ${became}.`);
    });
  };
  setActive('deactivate', false, 'close an account to further postings', 'closed to further postings');
  setActive('activate', true, 'open an account to postings again', 'open to postings');
}
