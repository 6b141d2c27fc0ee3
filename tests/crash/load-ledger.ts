import { ACCOUNT_TYPES } from '@probity/contracts/ledger/account';
import type { TenantClient } from './tenant-client';

/** A ledger to which the load posts. */
export interface LoadLedger {
  id: string;
  accountIds: string[];
}

/** Creates ledgers with two accounts of every type. Codes must be unique in a tenant, so they begin with a number. */
export function prepareLedgers(client: TenantClient, count: number): Promise<LoadLedger[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const id = await client.createLedger(`Crash test ${number}`);
      const accountIds = await Promise.all(
        [...ACCOUNT_TYPES, ...ACCOUNT_TYPES].map((type, index) =>
          client.openAccount(id, `${number}-${type}-${index}`, type),
        ),
      );
      return { id, accountIds };
    }),
  );
}
