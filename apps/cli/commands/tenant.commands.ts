import type { Command } from 'commander';
import type { TenantView } from '@probity/contracts/tenants/views';
import { allPages } from '../connection/all-pages';
import { group, subcommand } from '../help';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';

export function addTenantCommands(program: Command, surroundings: Surroundings): void {
  const tenant = group(program, 'tenant', 'tenants: the institutions served', 'tenant list');

  subcommand(tenant, 'create', 'create a tenant', 'tenant create --slug bank --name Bank')
    .requiredOption('--slug <slug>', 'its name in addresses: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'its name for people')
    .action(async ({ slug, name }: { slug: string; name: string }, command: Command) => {
      const { backOffice, answer } = openSession(command, surroundings);
      const created = await backOffice.post<TenantView>('tenants', { slug, name });
      answer(created, `Created tenant ${created.slug} with the id ${created.id}.`);
    });

  subcommand(tenant, 'list', 'list all tenants, oldest first', 'tenant list').action(
    async (_options: object, command: Command) => {
      const { backOffice, answer } = openSession(command, surroundings);
      const items = await allPages<TenantView>(backOffice, 'tenants');
      const columns = [
        { title: 'SLUG', value: (row: TenantView) => row.slug },
        { title: 'NAME', value: (row: TenantView) => row.name },
        { title: 'ID', value: (row: TenantView) => row.id },
        { title: 'CREATED', value: (row: TenantView) => row.created_at },
      ];
      answer({ items }, table(items, columns, 'There are no tenants.'));
    },
  );
}
