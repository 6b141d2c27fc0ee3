import type { Scope } from '@probity/contracts/tenants/events';
import { SCOPES } from '@probity/contracts/tenants/words';
import type { ApiKeyView } from '@probity/contracts/tenants/views';
import { masterKey, readVariables } from '@probity/platform/configuration';
import { grantSeed, GrantSigner } from '@probity/platform/grants';
import { readKeySources } from '@probity/platform/keys/key-sources';
import { command, group } from '../declaration/command';
import { listAll } from '../declaration/kinds';
import { DECISION, number, optional, repeated, required } from '../declaration/options';
import { type Column, facts } from '../output/table';

const COLUMNS: Column<ApiKeyView>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'LABEL', value: (row) => row.label },
  { title: 'SCOPES', value: (row) => row.scopes.join(', ') },
  { title: 'CREATED', value: (row) => row.created_at },
  { title: 'BY', value: (row) => row.created_by },
  { title: 'EXPIRES', value: (row) => row.expires_at },
  { title: 'LAST USED', value: (row) => row.last_used_at },
  { title: 'FROM', value: (row) => row.last_used_from },
  { title: 'REVOKED', value: (row) => row.revoked_at },
];

export const addKeyCommands = group('key', 'the API keys of a tenant', 'list --tenant acme', [
  command({
    usage: 'create',
    summary: 'create an API key and show it; it cannot be shown again',
    example: '--scope read --scope write --label "core banking" --reason "go-live"',
    path: 'tenants/{tenant}/api-keys',
    options: {
      scopes: required('--scope <scope...>', 'a permission of the key; repeat the option to give both', SCOPES),
      label: optional('--label <label>', 'a name that distinguishes the key from other keys'),
      days: optional(
        '--days <number>',
        'days until it expires; never if omitted',
        number(/^[1-9]\d*$/, 'a whole number from 1 to 3660', 3_660),
      ),
      addresses: repeated('--address <network>', 'an address or network from which the key works; all if omitted'),
      ...DECISION,
    },
    run: async ({ tenant, scopes, label, days, addresses, reason }, { backOffice, path, answer }) => {
      const bounds = { expires_in_days: days, allowed_addresses: addresses };
      const created = await backOffice.post<CreatedKey>(path, {
        scopes: [...new Set(scopes)],
        label,
        reason,
        ...bounds,
      });
      answer({ id: created.id, api_key: created.api_key, scopes: created.scopes }, createdText(tenant, created));
    },
  }),
  command({
    usage: 'rotate <id>',
    summary: 'create a key with the same scopes and bounds that takes over; the old key ends after the overlap',
    example: '0123456789abcdef --overlap-hours 24 --reason "yearly rotation"',
    path: 'tenants/{tenant}/api-keys/{id}/rotate',
    options: {
      overlap_hours: required(
        '--overlap-hours <number>',
        'hours for which the old key still works',
        number(/^\d+$/, 'a whole number', 720),
      ),
      ...DECISION,
    },
    run: async ({ tenant, id, overlap_hours, reason }, { backOffice, path, answer }) => {
      const created = await backOffice.post<CreatedKey>(path, { overlap_hours, reason });
      const when = overlap_hours === 0 ? 'no longer works' : `works for another ${overlap_hours} h`;
      answer(
        { id: created.id, api_key: created.api_key, scopes: created.scopes },
        `${createdText(tenant, created)}\n\nThe old key ${id} ${when}.`,
      );
    },
  }),
  listAll({
    usage: 'list',
    summary: "list a tenant's API keys, including revoked keys",
    path: 'tenants/{tenant}/api-keys',
    columns: COLUMNS,
    nothing: 'Tenant {tenant} has no API keys.',
  }),
  command({
    usage: 'revoke <id>',
    summary: 'revoke an API key; it stops working immediately',
    example: '0123456789abcdef --reason "no longer used"',
    path: 'tenants/{tenant}/api-keys/{id}',
    options: DECISION,
    run: async ({ tenant, id, reason }, { backOffice, path, answer }) => {
      await backOffice.delete(`${path}?${new URLSearchParams({ reason }).toString()}`);
      answer({ id, revoked: true }, `Revoked API key ${id} of tenant ${tenant}; it no longer works.`);
    },
  }),
  command({
    usage: 'public-key',
    summary: 'show the key with which gateways check API keys, for their PROBITY_GRANT_KEY',
    notes: `
The command computes it from PROBITY_MASTER_KEY, which must be the first one of the back office, and connects to nothing.
It stays the same when the master key is replaced; the back office also logs it at each start. It is no secret. In one
process, Probity hands it over by itself.`,
    run: async (_values, { surroundings, answer }) => {
      const { PROBITY_MASTER_KEY } = readVariables(await readKeySources(surroundings.env), {
        PROBITY_MASTER_KEY: masterKey(),
      });
      const grant_key = new GrantSigner(grantSeed(PROBITY_MASTER_KEY)).shownKey;
      answer({ grant_key }, grant_key);
    },
  }),
]);

interface CreatedKey {
  id: string;
  api_key: string;
  label: string | null;
  scopes: Scope[];
}

function createdText(tenant: string, { id, api_key, label, scopes }: CreatedKey): string {
  const described = facts([
    ['id', id],
    ['label', label],
    ['scopes', scopes.join(', ')],
    ['API key', api_key],
  ]);
  return `Created an API key for tenant ${tenant}:

${described}

Copy the key now. Probity does not store it and cannot show it again.`;
}
