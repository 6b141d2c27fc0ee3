import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from './tenants';

/** The signed head of a log. */
export interface SignedHead {
  checkpoint: string;
  keys: string[];
  tree_size: number;
  root_hash: string;
}

/** The head, once it has so many leaves. The notary signs within a second. */
export async function headOf(tenant: Tenant, path: string, size: number): Promise<SignedHead> {
  for (const limit = Date.now() + 20_000; ;) {
    const response = await tenant.api.get(tenant.path(path));
    const head = (response.body as { data: SignedHead }).data;
    if (response.status === 200 && head.tree_size >= size) return head;
    if (Date.now() > limit) throw new Error(`${path} is ${response.status} ${JSON.stringify(response.body)}`);
    await delay(50);
  }
}
