import { MAX_CONTENT } from '../ingestion/in-parts';
import type { ClaimedSubject, PendingEvent } from './claim';
import type { EventOutcome, Processed } from './outcome';
import { processOnboarding } from './process-onboarding';
import { processTransaction } from './process-transaction';
import type { SubjectContext } from './scoring';

/** The outcomes of a subject's events, up to an event that failed or must wait for another one, or for the next round. */
export interface SubjectResult {
  subject: ClaimedSubject;
  outcomes: EventOutcome[];
  failure?: { event: PendingEvent; error: unknown };
}

/**
 * Processes events of one customer, one after the other. Findings are reported before the outcome is stored. After
 * a crash in between, the same findings are reported again, and their ids identify them.
 */
export async function processSubject(claimed: ClaimedSubject, context: SubjectContext): Promise<SubjectResult> {
  const outcomes: EventOutcome[] = [];
  let subject = claimed;
  let length = 0;
  for (const event of claimed.events) {
    try {
      const processed = await processEvent(event, subject, context);
      if (processed === 'later') break;
      outcomes.push(processed.outcome);
      subject = processed.subject;
      length += processed.outcome.content.length;
      if (length > MAX_CONTENT) break;
    } catch (error) {
      return { subject, outcomes, failure: { event, error } };
    }
  }
  return { subject, outcomes };
}

function processEvent(
  event: PendingEvent,
  subject: ClaimedSubject,
  context: SubjectContext,
): Promise<Processed | 'later'> {
  return event.event_type === 'transaction'
    ? processTransaction(event, subject, context)
    : processOnboarding(event, subject, context);
}
