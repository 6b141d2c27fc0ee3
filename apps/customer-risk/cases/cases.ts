import { Injectable } from '@nestjs/common';
import type { CaseEvent } from '@probity/contracts/cases/events';
import type { CaseDetail } from '@probity/contracts/cases/views';
import { AggregateStore, type Decision } from '@probity/event-store/aggregate-store';
import { AppendRejected } from '@probity/event-store/event-store';
import { Refusal } from '@probity/platform/errors';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { ClaimLost, type TakenClaim, useClaim } from '../claims/claims';
import { CASE, type CaseState } from './case-state';

export interface CaseDecision {
  event: CaseEvent;
  /** the claim of the alerts that the event adds to the case */
  claim?: TakenClaim;
}

/** Appends decisions about cases, and returns the cases as officers see them. */
@Injectable()
export class Cases {
  constructor(
    private readonly store: AggregateStore,
    private readonly queries: CaseQueries,
  ) {}

  /**
   * Appends the event that `decide` returns, if any, and returns the case. `decide` runs again after a concurrent
   * change.
   *
   * @throws Refusal `not_found` also when the case belongs to another tenant
   */
  async change(
    tenantId: string,
    caseId: string,
    decide: (state: CaseState) => Promise<CaseDecision | undefined> | CaseDecision | undefined,
  ): Promise<CaseDetail> {
    await this.store
      .changeOf(tenantId, CASE, caseId, async ({ state }) => {
        const decided = await decide(state);
        return decided && appendable(decided);
      })
      .catch(refuseLostClaim);
    return this.read(tenantId, caseId);
  }

  /** Opens a case. If a case with the id exists, in any tenant, opens nothing and returns the existing case. */
  async open(caseId: string, decided: CaseDecision): Promise<CaseState | undefined> {
    const before = await this.store.begin(CASE, caseId, appendable(decided, caseId)).catch(refuseLostClaim);
    return before?.state;
  }

  /** Returns the case with the id, in any tenant. The case is then up to date on the read side. */
  async find(caseId: string): Promise<CaseState | undefined> {
    const { loaded } = await this.store.change(CASE, caseId, () => undefined);
    return loaded?.state;
  }

  async read(tenantId: string, caseId: string): Promise<CaseDetail> {
    const detail = await this.queries.case(tenantId, caseId);
    if (!detail) throw new Error(`case ${caseId} is stored in its stream but is not on the read side`);
    return detail;
  }
}

function appendable({ event, claim }: CaseDecision, id?: string): Decision<CaseEvent> {
  const events = [{ ...event, ...(id === undefined ? {} : { id }) }];
  return claim ? { events, before: (sql, atomic) => useClaim(sql, claim, atomic) } : { events };
}

/** Another case can claim the alerts if this process pauses for a minute before its append. */
function refuseLostClaim(error: unknown): never {
  if (!(error instanceof AppendRejected && error.cause instanceof ClaimLost)) throw error;
  const message = 'another case has claimed the alerts; no changes were made; retry';
  throw new Refusal('overloaded', 'alert_pending', message, { cause: error });
}
