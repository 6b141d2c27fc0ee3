import type { Command } from 'commander';

/** What commands about one tenant's things take. */
export interface TenantOption {
  tenant: string;
}

/** Adds `--tenant <slug>`, which must be given. */
export function withTenant(command: Command): Command {
  return command.requiredOption('--tenant <slug>', 'the slug of the tenant');
}
