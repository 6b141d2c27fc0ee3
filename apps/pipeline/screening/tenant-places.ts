/** Of one tenant, at the same time. */
const MAX_OF_TENANT = 2;

/** Limits the work of each tenant that runs at the same time; further work waits, oldest first. */
export class TenantPlaces {
  private readonly running = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

  async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    await this.place(tenantId);
    try {
      return await work();
    } finally {
      this.leave(tenantId);
    }
  }

  private async place(tenantId: string): Promise<void> {
    const running = this.running.get(tenantId) ?? 0;
    if (running < MAX_OF_TENANT) return void this.running.set(tenantId, running + 1);
    const queue = this.waiting.get(tenantId) ?? [];
    this.waiting.set(tenantId, queue);
    await new Promise<void>((resolve) => queue.push(resolve)); // gets the place of the work that ends
  }

  private leave(tenantId: string): void {
    const queue = this.waiting.get(tenantId);
    const next = queue?.shift();
    if (queue?.length === 0) this.waiting.delete(tenantId);
    if (next) return next();
    const running = this.running.get(tenantId)! - 1;
    if (running > 0) this.running.set(tenantId, running);
    else this.running.delete(tenantId);
  }
}
