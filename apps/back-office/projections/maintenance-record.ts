import { Injectable } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { newId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { OPERATOR_USE } from '../auth/operator-uses';
import type { Officer } from '../auth/staff-caller';

/** What operators do with the whole installation. */
export type Maintenance = 'rebuild_projections' | 'rewrite_tables';

/** Records who started maintenance, and why, before it begins. Without a record there is no maintenance. */
@Injectable()
export class MaintenanceRecord {
  constructor(
    private readonly store: AggregateStore,
    private readonly time: TimeSource,
  ) {}

  async add(work: Maintenance, by: Officer, reason: string): Promise<void> {
    const use_id = newId();
    const data = { use_id, work, ...by, reason, started_at: this.time.now().toISOString() };
    await this.store.begin(OPERATOR_USE, use_id, { events: [{ type: 'MaintenanceStarted', data }] });
  }
}
