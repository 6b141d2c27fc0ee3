import { Injectable } from '@nestjs/common';
import { Refusal } from '@probity/platform/errors';

/** The maximum number of webhooks of one tenant that this process verifies at the same time. */
export const MAX_RUNNING = 20;
/** Of these, from one client address: a client that sends forged ones leaves places for the provider. */
export const MAX_FROM_ADDRESS = 15;

/**
 * Bounds the webhooks of each tenant, because anyone can send one. The slug in the address counts, whether or not it
 * is a tenant's: otherwise the bound would tell which tenants exist.
 */
@Injectable()
export class RunningWebhooks {
  private readonly running = new Map<string, string[]>();

  /** @throws Refusal `overloaded` when too many of the tenant run, or too many from the address */
  async run<T>(slug: string, address: string, work: () => Promise<T>): Promise<T> {
    const addresses = this.running.get(slug) ?? [];
    const fromAddress = addresses.filter((other) => other === address).length;
    if (addresses.length >= MAX_RUNNING || fromAddress >= MAX_FROM_ADDRESS) {
      throw new Refusal('overloaded', 'overloaded', 'too many webhooks at the same time. No changes were made; retry.');
    }
    this.running.set(slug, addresses);
    addresses.push(address);
    try {
      return await work();
    } finally {
      addresses.splice(addresses.indexOf(address), 1);
      if (addresses.length === 0) this.running.delete(slug);
    }
  }
}
