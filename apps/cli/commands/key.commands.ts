import { type Command, Option } from 'commander';
import type { Scope } from '@probity/contracts/tenants/events';
import type { ApiKeyView } from '@probity/contracts/tenants/views';
import { allPages } from '../connection/all-pages';
import { apiPath } from '../connection/api-path';
import { group, subcommand } from '../help';
import { facts, table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type TenantOption, withTenant } from './tenant-option';

interface CreatedKey {
  id: string;
  api_key: string;
  label: string | null;
  scopes: Scope[];
}

interface KeyOptions extends TenantOption {
  scope: Scope[];
  label?: string;
}

/** Only the type is imported: loading the contracts would take longer than most commands do. */
const SCOPES = Object.keys({ read: true, write: true } satisfies Record<Scope, true>);

const COLUMNS = [
  { title: 'ID', value: (row: ApiKeyView) => row.id },
  { title: 'LABEL', value: (row: ApiKeyView) => row.label ?? '-' },
  { title: 'SCOPES', value: (row: ApiKeyView) => row.scopes.join(', ') },
  { title: 'CREATED', value: (row: ApiKeyView) => row.created_at },
  { title: 'REVOKED', value: (row: ApiKeyView) => row.revoked_at ?? '-' },
];

export function addKeyCommands(program: Command, surroundings: Surroundings): void {
  const key = group(program, 'key', 'the API keys of a tenant', 'key list --tenant bank');

  const create = subcommand(
    key,
    'create',
    'create an API key and show it, this one time',
    'key create --tenant bank --scope read --scope write --label "core banking"',
  );
  withTenant(create)
    .addOption(
      new Option('--scope <scope...>', 'what the key may do; repeat it for both').choices(SCOPES).makeOptionMandatory(),
    )
    .option('--label <label>', 'what the key is for, to tell it from others')
    .action(async ({ tenant, scope, label }: KeyOptions, command: Command) => {
      const { backOffice, answer } = openSession(command, surroundings);
      const body = { scopes: [...new Set(scope)], label };
      const created = await backOffice.post<CreatedKey>(apiPath('tenants', tenant, 'api-keys'), body);
      const { id, api_key, scopes } = created;
      answer({ id, api_key, scopes }, createdText(tenant, created));
    });

  const list = subcommand(key, 'list', "list a tenant's API keys, revoked ones too", 'key list --tenant bank');
  withTenant(list).action(async ({ tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const items = await allPages<ApiKeyView>(backOffice, apiPath('tenants', tenant, 'api-keys'));
    answer({ items }, table(items, COLUMNS, `Tenant ${tenant} has no API keys.`));
  });

  const revoke = subcommand(
    key,
    'revoke <id>',
    'revoke an API key; it stops working at once',
    'key revoke --tenant bank 0123456789abcdef',
  );
  withTenant(revoke).action(async (id: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    await backOffice.delete(apiPath('tenants', tenant, 'api-keys', id));
    answer({ id, revoked: true }, `Revoked API key ${id} of tenant ${tenant}; it no longer works.`);
  });
}

function createdText(tenant: string, { id, api_key, label, scopes }: CreatedKey): string {
  const described = facts([
    ['id', id],
    ['label', label ?? '-'],
    ['scopes', scopes.join(', ')],
    ['API key', api_key],
  ]);
  return `Created an API key for tenant ${tenant}:

${described}

This is the only time the key is seen: it is not stored and cannot be shown again. Copy it now.`;
}
