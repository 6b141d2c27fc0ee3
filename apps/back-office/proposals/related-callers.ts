import { Injectable } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { SYSTEM } from '@probity/contracts/staff/officer';
import type { StaffEvent } from '@probity/contracts/staff/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { isUuid } from '@probity/platform/ids';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { INSTITUTION_KEY, isKey } from '../auth/staff-caller';
import { IDENTITY_PROVIDER } from '../sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from '../staff/staff-account';
import { TenantHistory } from './tenant-history';

/** A caller that could act as another one. */
interface Controller {
  id: string;
  /** whether it could because it gave a person access, or something a person then controls */
  given: boolean;
}

/** Says which callers could be one person. It reads the events, which have MACs, and not the audit trail. */
@Injectable()
export class RelatedCallers {
  constructor(
    private readonly store: AggregateStore,
    private readonly history: TenantHistory,
    private readonly queries: FourEyesQueries,
  ) {}

  /**
   * Whether one person could be behind two callers: one of them could act as the other, or as its maker.
   *
   * @param tenantId whose API keys they may be
   * @throws EventDamaged, StreamCutOff when the events do not say it any more
   */
  async areRelated(one: string, other: string, tenantId: string): Promise<boolean> {
    if (one === other) return false;
    const [first, second] = [await this.controllers(one, tenantId), await this.controllers(other, tenantId)];
    return [...first].some(([id, given]) => second.has(id) && !(given && second.get(id)));
  }

  /**
   * The callers that could act as the caller: itself; the maker of a service or an API key, who may have a copy of its
   * secret; and for a person, marked as given, the one who made the invitation after the tenant had two people who could
   * approve, or set the identity provider with which the person signs in. Who gave access to those is left out:
   * otherwise all people whom one admin invited could never decide on proposals of each other.
   *
   * @returns by their ids, whether each could only because it was given
   */
  private async controllers(callerId: string, tenantId: string): Promise<Map<string, boolean>> {
    const found = new Map<string, boolean>();
    const left: Controller[] = [{ id: callerId, given: false }];
    for (let next = left.pop(); next; next = left.pop()) {
      const before = found.get(next.id);
      if (before === false || before === next.given) continue;
      found.set(next.id, next.given);
      left.push(...(await this.makersOf(next, tenantId)));
    }
    return found;
  }

  private async makersOf({ id, given }: Controller, tenantId: string): Promise<Controller[]> {
    if (isKey(id)) {
      const key = (await this.history.upToNow(tenantId)).keys.get(id.slice(INSTITUTION_KEY.length));
      return key?.maker === undefined ? [] : [{ id: key.maker, given }];
    }
    const account = isUuid(id) ? await this.store.load(STAFF_ACCOUNT, id) : undefined;
    if (!account) return [];
    const { state, events } = account;
    if (state.kind === 'service') return events.flatMap((event) => giverOf(event, given));
    if (given) return [];
    const makers = state.identity ? await this.settersOf(state.identity.providerId) : [];
    for (const event of events) if (await this.wasApproved(event)) makers.push(...giverOf(event, true));
    return makers;
  }

  private async settersOf(providerId: string): Promise<Controller[]> {
    const setters: Controller[] = [];
    for await (const { type, data } of this.store.history(IDENTITY_PROVIDER, providerId)) {
      if (type === 'IdentityProviderSet') setters.push({ id: data.officer_id, given: true });
    }
    return setters;
  }

  /** Whether the event gave a person access that two people had agreed on. */
  private async wasApproved({ type, data, metadata }: RecordedEvent & StaffEvent): Promise<boolean> {
    if (type !== 'StaffAccountCreated' && type !== 'StaffInvited') return false;
    if (data.proposal_id !== undefined) return data.proposal_id !== null;
    // Of an earlier version, whose events do not say it.
    return metadata?.traceparent !== undefined && this.queries.wasApplied(metadata.traceparent);
  }
}

/** Who gave the account what it has, if the event is about that. */
function giverOf({ type, data }: StaffEvent, given: boolean): Controller[] {
  switch (type) {
    case 'StaffAccountCreated':
    case 'StaffInvited':
    case 'StaffRolesChanged':
    case 'StaffTokenCreated':
      return data.officer_id === SYSTEM ? [] : [{ id: data.officer_id, given }];
    default:
      return [];
  }
}
