import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { DueSubject } from './claim';

/** Customers of one tenant whose events are processed at the same time by one process. */
export const MAX_IN_LANE = 200;
const AFTER_TROUBLE_MS = 1_000;

/**
 * Lanes for the events of tenants that wait for providers, one for each tenant. A slow provider fills the lane of
 * its tenant, and delays the events of no other tenant.
 */
export class ProviderLanes {
  private readonly lanes = new Map<string, Set<string>>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  /** @param onFreed called when a place in a lane is free again */
  constructor(
    private readonly logger: Logger,
    private readonly onFreed: () => void,
    private readonly size = MAX_IN_LANE,
  ) {}

  /** Tenants whose lane is full, and subjects that are in a lane. */
  busy(): { tenants: string[]; subjects: string[] } {
    const full = [...this.lanes].filter(([, subjects]) => subjects.size >= this.size);
    return {
      tenants: full.map(([tenant]) => tenant),
      subjects: [...this.lanes.values()].flatMap((subjects) => [...subjects]),
    };
  }

  /** Tenants with events in a lane. */
  tenants(): string[] {
    return [...this.lanes.keys()];
  }

  /** The subjects for which there is a free place in the lane of their tenant. */
  fitting(due: DueSubject[]): DueSubject[] {
    const free = new Map<string, number>();
    return due.filter(({ tenant_id, subject }) => {
      const lane = this.lanes.get(tenant_id);
      const places = free.get(tenant_id) ?? this.size - (lane?.size ?? 0);
      if (places <= 0 || lane?.has(subject)) return false;
      free.set(tenant_id, places - 1);
      return true;
    });
  }

  /** Begins the work in the tenant's lane. The caller has asked whether it fits. */
  take({ tenant_id, subject }: DueSubject, work: () => Promise<unknown>): void {
    const lane = this.lanes.get(tenant_id) ?? new Set();
    this.lanes.set(tenant_id, lane.add(subject));
    const running = this.run(subject, work).finally(() => {
      lane.delete(subject);
      if (lane.size === 0) this.lanes.delete(tenant_id);
      this.underWay.delete(running);
      this.onFreed();
    });
    this.underWay.add(running);
  }

  /** Resolves when the work that is under way is done. */
  async idle(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** Finishes the work that is under way. The caller takes no more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  private async run(subject: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.logger.warn({ err, subject }, 'could not process events of a customer; they are tried again');
      await pause(AFTER_TROUBLE_MS, this.stopping.signal); // the same trouble is likely
    }
  }
}
