import { ACCOUNT_TYPES } from '@probity/contracts/ledger/account';
import type { TenantClient } from './tenant-client';

/** A ledger that a load posts to. */
export interface LoadLedger {
  id: string;
  accountIds: string[];
}

/** Makes ledgers with two accounts of every type. Codes begin with the ledger's number: they are unique in a tenant. */
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
