import { Injectable } from '@nestjs/common';
import type { CaseEvent } from '@probity/contracts/cases/events';
import type { CaseDetail } from '@probity/contracts/cases/views';
import { AppendRejected } from '@probity/event-store/event-store';
import { notFound, Refusal } from '@probity/platform/errors';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { ClaimLost, type TakenClaim, useClaim } from '../claims/claims';
import { type AppendOptions, Streams, untilNotOvertaken } from '../streams/streams';
import { CASE, type CaseState } from './case-state';

export interface CaseDecision {
  event: CaseEvent;
  /** of the alerts that the event puts into the case */
  claim?: TakenClaim;
}

/** Appends what is decided about cases, and answers them as staff sees them. */
@Injectable()
export class Cases {
  constructor(
    private readonly streams: Streams,
    private readonly queries: CaseQueries,
  ) {}

  /**
   * Appends the event that `decide` answers, if any, and answers the case. `decide` runs again when
   * somebody else was faster.
   *
   * @throws Refusal `not_found` also when the case is another tenant's
   */
  async change(
    tenantId: string,
    caseId: string,
    traceparent: string | undefined,
    decide: (state: CaseState) => Promise<CaseDecision | undefined> | CaseDecision | undefined,
  ): Promise<CaseDetail> {
    await untilNotOvertaken(async () => {
      const loaded = await this.streams.load(CASE, caseId);
      if (loaded?.state.opened.tenant_id !== tenantId) throw notFound('case', caseId);
      const decided = await decide(loaded.state);
      if (!decided) return this.streams.ensureProjected(CASE, loaded);
      const options = appendOptions(decided, traceparent);
      await this.streams.append(CASE, caseId, loaded.revision, [decided.event], options).catch(refuseLostClaim);
    });
    return this.read(tenantId, caseId);
  }

  /** @throws WrongExpectedRevision when there is a case with the id */
  async open(caseId: string, decided: CaseDecision, traceparent: string | undefined): Promise<void> {
    const first = { ...decided.event, id: caseId };
    await this.streams.begin(CASE, caseId, [first], appendOptions(decided, traceparent)).catch(refuseLostClaim);
  }

  /** The case, if there is one with the id, whichever tenant's it is; then it can be read, too. */
  async find(caseId: string): Promise<CaseState | undefined> {
    const loaded = await this.streams.load(CASE, caseId);
    if (loaded) await this.streams.ensureProjected(CASE, loaded);
    return loaded?.state;
  }

  async read(tenantId: string, caseId: string): Promise<CaseDetail> {
    const detail = await this.queries.case(tenantId, caseId);
    if (!detail) throw new Error(`case ${caseId} is in its stream but cannot be read`);
    return detail;
  }
}

function appendOptions({ claim }: CaseDecision, traceparent: string | undefined): AppendOptions {
  if (!claim) return { traceparent };
  return { traceparent, before: (sql, _recorded, atomic) => useClaim(sql, claim, atomic) };
}

/** Whoever stood still for a minute in between has lost the alerts to another case. */
function refuseLostClaim(error: unknown): never {
  if (!(error instanceof AppendRejected && error.cause instanceof ClaimLost)) throw error;
  const message = 'another case took the alerts meanwhile; nothing was done and the request may be repeated';
  const refusal = new Refusal('overloaded', 'alert_pending', message);
  refusal.cause = error;
  throw refusal;
}
