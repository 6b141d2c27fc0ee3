import { Injectable } from '@nestjs/common';
import { Refusal } from '@probity/platform/errors';

/** The maximum number of webhooks of one tenant that this process verifies at the same time. */
export const MAX_RUNNING = 20;

/**
 * Bounds the webhooks of each tenant, because anyone can send one. The slug in the address counts, whether or not it
 * is a tenant's: otherwise the bound would tell which tenants exist.
 */
@Injectable()
export class RunningWebhooks {
  private readonly running = new Map<string, number>();

  /** @throws Refusal `overloaded` when too many of the tenant run */
  async run<T>(slug: string, work: () => Promise<T>): Promise<T> {
    const others = this.running.get(slug) ?? 0;
    if (others >= MAX_RUNNING) {
      throw new Refusal('overloaded', 'overloaded', 'too many webhooks at the same time. No changes were made; retry.');
    }
    this.running.set(slug, others + 1);
    try {
      return await work();
    } finally {
      const left = this.running.get(slug)! - 1;
      if (left === 0) this.running.delete(slug);
      else this.running.set(slug, left);
    }
  }
}
