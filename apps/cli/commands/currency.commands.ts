import type { CurrencyView } from '@probity/contracts/tenants/views';
import type { ReadSettings } from '@probity/contracts/settings/views';
import { apiPath } from '../connection/api-path';
import { command, group } from '../declaration/command';
import { listAll } from '../declaration/kinds';
import { DECISION, number, required } from '../declaration/options';
import { count } from '../output/count';
import { printable } from '../output/printable';
import type { Column } from '../output/table';

const COLUMNS: Column<CurrencyView>[] = [
  { title: 'CODE', value: (row) => row.code },
  { title: 'NAME', value: (row) => row.name },
  { title: 'DECIMALS', value: (row) => row.minor_unit_decimals, align: 'right' },
];

export const addCurrencyCommands = group('currency', 'the currencies a tenant can use', 'list --tenant acme', [
  command({
    usage: 'add',
    summary: 'add a currency to a tenant, or rename it; its decimals cannot change',
    example: '--code USD --name "US Dollar" --decimals 2 --reason "the bank pays in dollars"',
    path: 'tenants/{tenant}/currencies',
    options: {
      code: required('--code <code>', 'ISO 4217 code, such as USD'),
      name: required('--name <name>', 'the name that people see'),
      minor_unit_decimals: required(
        '--decimals <number>',
        'decimal places of the minor unit: 2 when amounts are in cents',
        number(/^\d{1,9}$/, 'a whole number, such as 2'),
      ),
      ...DECISION,
    },
    run: async ({ tenant, ...currency }, { backOffice, path, answer }) => {
      const added = await backOffice.post<CurrencyView>(path, currency);
      const decimals = count(added.minor_unit_decimals, 'decimal', 'decimals');
      const report = `Tenant ${tenant} can use ${added.code} (${added.name}, ${decimals}).`;
      // The currency is added, whether or not the settings can be read.
      const warnings = await backOffice
        .get<ReadSettings>(apiPath('tenants', tenant, 'settings'))
        .then((settings) => settings.warnings)
        .catch(() => [`The settings cannot be read now. See: probity settings show --tenant ${tenant}`]);
      answer(added, [report, ...warnings.map(printable)].join('\n\n'));
    },
  }),
  listAll({
    usage: 'list',
    summary: "list a tenant's currencies",
    path: 'tenants/{tenant}/currencies',
    columns: COLUMNS,
    nothing: 'Tenant {tenant} has no currencies.',
  }),
]);
