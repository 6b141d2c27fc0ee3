import { Injectable } from '@nestjs/common';
import { withoutEntries } from '@probity/event-store/audit/trail-rows';
import { EventStore } from '@probity/event-store/event-store';
import { Database } from '@probity/persistence/database';
import { dropProposalProjections } from '@probity/read-side/proposals/proposal-projection';
import { dropIdentityProviderProjections } from '@probity/read-side/staff/identity-provider-projection';
import { dropStaffProjections } from '@probity/read-side/staff/staff-projection';
import { dropTenantProjections } from '@probity/read-side/tenants/tenant-projection';
import { PROPOSAL } from '../proposals/proposal';
import { IDENTITY_PROVIDER } from '../sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from '../staff/staff-account';
import { TENANT } from '../tenants/tenant-stream';

/**
 * Rebuilds the projections of tenants, staff, identity providers and proposals in one Postgres transaction. Their changes
 * wait meanwhile. Audit entries are left to a comparison of the trail with the events.
 */
@Injectable()
export class RebuildTenants {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
  ) {}

  async run(): Promise<void> {
    await this.database.transaction(async (sql) => {
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
          for await (const chunk of this.events.readStream(stream)) {
            await withoutEntries(() => projection(sql, chunk, true));
          }
        }
      }
    });
  }
}
