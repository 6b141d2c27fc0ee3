import { Injectable } from '@nestjs/common';
import type { MaintenanceStarted } from '@probity/contracts/staff/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { newId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { OPERATOR_USE } from '../auth/operator-uses';
import type { Officer } from '../auth/staff-caller';

/** What operators do with the whole installation. */
export type Maintenance = 'rebuild_projections' | 'verify_projections' | 'rewrite_tables' | 'rerun_dead_letter';

/** Records who started maintenance, and why, before it begins. Without a record there is no maintenance. */
@Injectable()
export class MaintenanceRecord {
  constructor(
    private readonly store: AggregateStore,
    private readonly time: TimeSource,
  ) {}

  /** @param about `use_id`: the same for a repeated request, which is recorded once; `letter`: the dead letter */
  async add(
    work: Maintenance,
    by: Officer,
    reason: string,
    { use_id = newId(), letter }: { use_id?: string; letter?: MaintenanceStarted['letter'] } = {},
  ): Promise<void> {
    const data = { use_id, work, ...by, reason, ...(letter && { letter }), started_at: this.time.now().toISOString() };
    await this.store.begin(OPERATOR_USE, use_id, { events: [{ type: 'MaintenanceStarted', data }] });
  }
}
