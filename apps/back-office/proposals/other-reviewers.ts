import { Injectable } from '@nestjs/common';
import { STAFF_STREAM_PREFIX } from '@probity/contracts/staff/events';
import type { Role } from '@probity/contracts/staff/words';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventStore } from '@probity/event-store/event-store';
import { isUuid } from '@probity/platform/ids';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { rolesIn, STAFF_ACCOUNT } from '../staff/staff-account';

/** Says whether a tenant has a second person. */
@Injectable()
export class OtherReviewers {
  constructor(
    private readonly store: AggregateStore,
    private readonly events: EventStore,
    private readonly queries: FourEyesQueries,
  ) {}

  /**
   * Whether the tenant has a person with one of the roles, besides the account. A disabled account counts: otherwise an
   * admin could disable the others and go on alone.
   *
   * Guarantees: rows that were deleted or changed in the database do not hide a person. When the rows have none, the
   * events of all accounts are read; that is so only until the second person of a tenant has accepted an invitation.
   *
   * @throws EventDamaged, StreamCutOff when the events of an account do not say it any more
   */
  async hasOther(tenantId: string, roles: readonly Role[], accountId: string): Promise<boolean> {
    if (await this.queries.hasOtherPerson(tenantId, roles, accountId)) return true;
    for await (const stream of this.events.listStreams(STAFF_STREAM_PREFIX)) {
      const id = stream.slice(STAFF_STREAM_PREFIX.length);
      if (!isUuid(id)) continue; // another program wrote it
      const account = (await this.store.load(STAFF_ACCOUNT, id))?.state;
      if (!account || account.id === accountId || account.kind !== 'person') continue;
      const hasAccepted = account.credentials !== undefined || account.identity !== undefined;
      if (hasAccepted && rolesIn(account, tenantId).some((role) => roles.includes(role))) return true;
    }
    return false;
  }
}
