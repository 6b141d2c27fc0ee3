import { Injectable } from '@nestjs/common';
import type { CustomerEvent, RiskAssessed } from '@probity/contracts/customers/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { CUSTOMER, type CustomerState, evolveCustomer } from './customer-state';
import { type EarlierOutcome, earlierOutcome, type Findings, type FindingsMark, isOfFindings } from './decide-findings';

const REVISIONS = `
  SELECT findings::int, first_assessment::int, last_assessment::int FROM customer_risk.event_effects
  WHERE customer_id = $1 AND event_id = $2`;

interface Revisions {
  findings: number | null;
  first_assessment: number | null;
  last_assessment: number | null;
}

/** What ingested events caused in the streams of customers. The read side must have the last event of the stream. */
@Injectable()
export class EventEffects {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
  ) {}

  /** The outcome of the same findings, if they were recorded before. Reads the stream up to it. */
  async earlierOutcome(customerId: string, findings: Findings): Promise<EarlierOutcome | undefined> {
    const { findings: at } = await this.revisions(customerId, findings.event_id);
    if (at === null) return undefined;
    let checked: CustomerState | undefined;
    let mark: FindingsMark | undefined;
    const decided: CustomerEvent[] = [];
    for await (const event of this.store.history(CUSTOMER, customerId)) {
      // Signals do not change what the outcome shows, and there may be many.
      const isSignal = event.type === 'ProviderSignalRecorded';
      if (event.revision <= at && !isSignal) checked = evolveCustomer(checked, event);
      if (event.revision === at && event.type === 'CustomerProfileChanged') mark = event;
      if (event.revision <= at) continue;
      if (!mark || !isOfFindings(event, mark, findings)) break;
      decided.push(event);
    }
    if (!checked || !mark) throw new Error(`event ${at} of customer ${customerId} does not mark findings`);
    return earlierOutcome(checked, mark, decided, findings);
  }

  /** The last assessment that the event caused, and whether all its assessments together changed the rating. */
  async assessment(customerId: string, eventId: string | undefined) {
    const { first_assessment, last_assessment } = await this.revisions(customerId, eventId);
    if (first_assessment === null || last_assessment === null) return undefined;
    const first = await this.assessed(customerId, first_assessment);
    const last = first_assessment === last_assessment ? first : await this.assessed(customerId, last_assessment);
    return { assessment: last.assessment, rating_changed: first.rating_from !== last.rating_to };
  }

  private async revisions(customerId: string, eventId: string | undefined): Promise<Revisions> {
    const none = { findings: null, first_assessment: null, last_assessment: null };
    if (eventId === undefined) return none;
    const { rows } = await this.database.query<Revisions>(REVISIONS, [customerId, eventId]);
    return rows[0] ?? none;
  }

  private async assessed(customerId: string, revision: number): Promise<RiskAssessed> {
    for await (const event of this.store.history(CUSTOMER, customerId, { from: revision, to: revision })) {
      if (event.type === 'RiskAssessed') return event.data;
    }
    throw new Error(`event ${revision} of customer ${customerId} is not an assessment`);
  }
}
