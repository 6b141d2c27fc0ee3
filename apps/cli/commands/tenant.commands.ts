import type { TenantView } from '@probity/contracts/tenants/views';
import { group } from '../declaration/command';
import { change, listAll } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import type { Column } from '../output/table';

const COLUMNS: Column<TenantView>[] = [
  { title: 'SLUG', value: (row) => row.slug },
  { title: 'NAME', value: (row) => row.name },
  { title: 'ID', value: (row) => row.id },
  { title: 'CREATED', value: (row) => row.created_at },
];

export const addTenantCommands = group('tenant', 'tenants: the institutions that Probity serves', 'list', [
  change({
    usage: 'create',
    summary: 'create a tenant',
    example: '--slug bank --name Bank --reason "contract 4711"',
    path: 'tenants',
    options: {
      slug: required('--slug <slug>', 'the name in URLs: lower-case letters, digits and hyphens'),
      name: required('--name <name>', 'the name that people see'),
      four_eyes: optional(
        '--four-eyes <state>',
        'on (default): important changes need two people; off: for trials, until `four-eyes set` switches it on',
        ['on', 'off'],
      ),
      ...DECISION,
    },
    body: ({ slug, name, four_eyes, reason }) => ({
      slug,
      name,
      reason,
      ...(four_eyes === 'off' && { four_eyes: false }),
    }),
    report: ({ slug, id }: TenantView) => `Created tenant ${slug} with the id ${id}.`,
  }),
  listAll({
    usage: 'list',
    summary: 'list all tenants, oldest first',
    path: 'tenants',
    columns: COLUMNS,
    nothing: 'There are no tenants.',
  }),
]);
