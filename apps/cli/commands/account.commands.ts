import { group } from '../declaration/command';
import { change } from '../declaration/kinds';
import { DECISION, required } from '../declaration/options';

const LEDGER = '--ledger 0199d5a0-0000-7000-8000-000000000001';
const EXAMPLE = `deactivate --tenant acme 0199d5a0-0000-7000-8000-000000000000 ${LEDGER} --reason "a court order"`;

const setActive = (name: string, is_active: boolean, summary: string, became: string) =>
  change({
    usage: `${name} <account-id>`,
    summary,
    example: `${LEDGER} --reason "a court order"`,
    path: 'tenants/{tenant}/ledgers/{ledger}/accounts/{account-id}/activity',
    options: { ledger: required('--ledger <ledger-id>', "the id of the account's ledger"), ...DECISION },
    method: 'put',
    body: ({ reason }) => ({ is_active, reason }),
    report: ({ account_id }: { account_id: string }) => `Account ${account_id} is ${became}.`,
  });

export const addAccountCommands = group('account', 'the accounts of a ledger', EXAMPLE, [
  setActive('deactivate', false, 'block further postings to an account', 'closed to further postings'),
  setActive('activate', true, 'allow postings to an account again', 'open to postings'),
]);
