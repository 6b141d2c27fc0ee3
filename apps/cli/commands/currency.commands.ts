import type { CurrencyView } from '@probity/contracts/tenants/views';
import { group } from '../declaration/command';
import { change, listAll } from '../declaration/kinds';
import { number, required } from '../declaration/options';
import { count } from '../output/count';
import type { Column } from '../output/table';

const COLUMNS: Column<CurrencyView>[] = [
  { title: 'CODE', value: (row) => row.code },
  { title: 'NAME', value: (row) => row.name },
  { title: 'DECIMALS', value: (row) => row.minor_unit_decimals, align: 'right' },
];

export const addCurrencyCommands = group('currency', 'the currencies a tenant can use', 'list --tenant bank', [
  change({
    usage: 'add',
    summary: 'add a currency to a tenant, or rename it; its decimals cannot change',
    example: '--code USD --name "US Dollar" --decimals 2',
    path: 'tenants/{tenant}/currencies',
    options: {
      code: required('--code <code>', 'ISO 4217 code, such as USD'),
      name: required('--name <name>', 'the name that people see'),
      minor_unit_decimals: required(
        '--decimals <number>',
        'decimal places of the minor unit: 2 when amounts are in cents',
        number(/^\d{1,9}$/, 'a whole number, such as 2'),
      ),
    },
    report: ({ code, name, minor_unit_decimals }: CurrencyView, { tenant }) =>
      `Tenant ${tenant} can use ${code} (${name}, ${count(minor_unit_decimals, 'decimal', 'decimals')}).`,
  }),
  listAll({
    usage: 'list',
    summary: "list a tenant's currencies",
    path: 'tenants/{tenant}/currencies',
    columns: COLUMNS,
    nothing: 'Tenant {tenant} has no currencies.',
  }),
]);
