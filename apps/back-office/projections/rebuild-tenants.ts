import { Injectable } from '@nestjs/common';
import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import { EventStore } from '@probity/event-store/event-store';
import { Database } from '@probity/persistence/database';
import {
  dropTenantProjections,
  projectTenantEvents,
  type RecordedTenantEvent,
} from '@probity/read-side/tenants/tenant-projection';

/** Rebuilds the projections of tenants in one Postgres transaction. */
@Injectable()
export class RebuildTenants {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
  ) {}

  async run(): Promise<void> {
    await this.database.transaction(async (sql) => {
      await sql.query('LOCK TABLE back_office.tenants IN SHARE ROW EXCLUSIVE MODE');
      await dropTenantProjections(sql);
      for await (const stream of this.events.listStreams(TENANT_STREAM_PREFIX)) {
        for await (const chunk of this.events.readStream(stream)) {
          await projectTenantEvents(sql, chunk as RecordedTenantEvent[]);
        }
      }
    });
  }
}
