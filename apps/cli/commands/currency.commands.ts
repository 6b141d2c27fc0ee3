import { InvalidArgumentError, type Command } from 'commander';
import type { CurrencyView } from '@probity/contracts/tenants/views';
import { allPages } from '../connection/all-pages';
import { apiPath } from '../connection/api-path';
import { group, subcommand } from '../help';
import { count } from '../output/count';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type TenantOption, withTenant } from './tenant-option';

interface CurrencyOptions extends TenantOption {
  code: string;
  name: string;
  decimals: number;
}

const COLUMNS = [
  { title: 'CODE', value: (row: CurrencyView) => row.code },
  { title: 'NAME', value: (row: CurrencyView) => row.name },
  { title: 'DECIMALS', value: (row: CurrencyView) => String(row.minor_unit_decimals), align: 'right' as const },
];

export function addCurrencyCommands(program: Command, surroundings: Surroundings): void {
  const currency = group(program, 'currency', 'the currencies a tenant can use', 'currency list --tenant bank');

  const add = subcommand(
    currency,
    'add',
    'let a tenant use a currency, or change its name; its decimals are fixed once added',
    'currency add --tenant bank --code USD --name "US Dollar" --decimals 2',
  );
  withTenant(add)
    .requiredOption('--code <code>', 'ISO 4217 code, such as USD')
    .requiredOption('--name <name>', 'its name for people')
    .requiredOption('--decimals <number>', 'decimals of its minor unit: 2 when amounts are in cents', wholeNumber)
    .action(async ({ tenant, code, name, decimals }: CurrencyOptions, command: Command) => {
      const { backOffice, answer } = openSession(command, surroundings);
      const body = { code, name, minor_unit_decimals: decimals };
      const added = await backOffice.post<CurrencyView>(apiPath('tenants', tenant, 'currencies'), body);
      const decimalsText = count(added.minor_unit_decimals, 'decimal', 'decimals');
      answer(added, `Tenant ${tenant} can use ${added.code} (${added.name}, ${decimalsText}).`);
    });

  const list = subcommand(currency, 'list', "list a tenant's currencies", 'currency list --tenant bank');
  withTenant(list).action(async ({ tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const items = await allPages<CurrencyView>(backOffice, apiPath('tenants', tenant, 'currencies'));
    answer({ items }, table(items, COLUMNS, `Tenant ${tenant} has no currencies.`));
  });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, such as 2.');
  return Number(text);
}
