import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { DueSubject } from './due-subjects';

/** Customers of one tenant whose events are processed at the same time by one process. */
export const MAX_IN_LANE = 200;
const AFTER_TROUBLE_MS = 1_000;

/** A customer whose work is in a lane. */
export type InLane = Pick<DueSubject, 'subject' | 'tenant_id'> & Partial<Pick<DueSubject, 'unfinished'>>;

/**
 * Lanes for work for which no round waits, one for each tenant: events that wait for providers, and events that took
 * longer than their round. They fill the lane of their tenant, and delay the events of no other tenant.
 */
export class ProviderLanes {
  /** by tenant and by subject */
  private readonly lanes = new Map<string, Map<string, InLane>>();
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
      subjects: [...this.lanes.values()].flatMap((subjects) => [...subjects.keys()]),
    };
  }

  /** Tenants with events in a lane. */
  tenants(): string[] {
    return [...this.lanes.keys()];
  }

  /** Whether a customer is in a lane whose earlier claim did not end. */
  get hasUnfinished(): boolean {
    return [...this.lanes.values()].some((subjects) =>
      [...subjects.values()].some(({ unfinished = 0 }) => unfinished > 0),
    );
  }

  /** The subjects for which there is a free place in the lane of their tenant. */
  fitting<Subject extends InLane>(due: Subject[]): Subject[] {
    const free = new Map<string, number>();
    return due.filter(({ tenant_id, subject }) => {
      const lane = this.lanes.get(tenant_id);
      const places = free.get(tenant_id) ?? this.size - (lane?.size ?? 0);
      if (places <= 0 || lane?.has(subject)) return false;
      free.set(tenant_id, places - 1);
      return true;
    });
  }

  /** Takes the work into the tenant's lane. Ask whether it fits, unless it has begun. */
  take(taken: InLane, work: () => Promise<unknown>): void {
    const { tenant_id, subject } = taken;
    const lane = this.lanes.get(tenant_id) ?? new Map<string, InLane>();
    this.lanes.set(tenant_id, lane.set(subject, taken));
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
