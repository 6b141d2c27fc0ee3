import { Injectable } from '@nestjs/common';
import { EventStore, type RecordedEvent } from '@probity/event-store/event-store';
import { Database } from '@probity/persistence/database';
import { dropProposalProjections } from '@probity/read-side/proposals/proposal-projection';
import { dropIdentityProviderProjections } from '@probity/read-side/staff/identity-provider-projection';
import { dropOperatorUses } from '@probity/read-side/staff/operator-use-projection';
import { dropStaffProjections } from '@probity/read-side/staff/staff-projection';
import { dropTenantProjections } from '@probity/read-side/tenants/tenant-projection';
import { OPERATOR_USE } from '../auth/operator-uses';
import { PROPOSAL } from '../proposals/proposal';
import { IDENTITY_PROVIDER } from '../sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from '../staff/staff-account';
import { TENANT } from '../tenants/tenant-stream';

/** Half of the connections of the service. */
const AT_ONCE = 5;

/**
 * Rebuilds all projections of the back office's own streams in one Postgres transaction. Changes of tenants, staff and
 * proposals wait while these are rebuilt. The uses of the operator token come first, because there may be very many, and
 * they never change. With EventStoreDB, a request whose use is recorded while the rebuild reads it waits for the rebuild.
 */
@Injectable()
export class RebuildTenants {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
  ) {}

  async run(): Promise<void> {
    await this.database.transaction(async (sql) => {
      await dropOperatorUses(sql);
      for await (const events of this.eventsOfShortStreams(OPERATOR_USE.prefix)) {
        await OPERATOR_USE.projection(sql, events, true);
      }
      await sql.query(
        `LOCK TABLE back_office.tenants, back_office.staff_accounts, back_office.identity_providers, back_office.proposals
         IN SHARE ROW EXCLUSIVE MODE`,
      );
      await dropTenantProjections(sql);
      await dropStaffProjections(sql);
      await dropIdentityProviderProjections(sql);
      await dropProposalProjections(sql);
      for (const { prefix, projection } of [TENANT, STAFF_ACCOUNT, IDENTITY_PROVIDER, PROPOSAL]) {
        for await (const stream of this.events.listStreams(prefix)) {
          for await (const chunk of this.events.readStream(stream)) await projection(sql, chunk, true);
        }
      }
    });
  }

  /** Each use is a stream with one event. There may be very many, so some are read at the same time. */
  private async *eventsOfShortStreams(prefix: string): AsyncIterable<RecordedEvent[]> {
    let streams: string[] = [];
    const read = async (): Promise<RecordedEvent[]> => {
      const events = await Promise.all(streams.map((stream) => this.firstEvent(stream)));
      streams = [];
      return events.filter((event) => event !== undefined);
    };
    for await (const stream of this.events.listStreams(prefix)) {
      if (streams.push(stream) === AT_ONCE) yield await read();
    }
    yield await read();
  }

  private async firstEvent(stream: string): Promise<RecordedEvent | undefined> {
    for await (const [event] of this.events.readStream(stream, { to: 0 })) return event;
    return undefined;
  }
}
