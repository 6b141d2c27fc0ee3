import { from, Observable } from 'rxjs';
import { Refusal } from '@probity/platform/errors';
import { withRests } from '@probity/platform/with-rests';

/**
 * The replies of a command that verifies something: one after each piece of the work. Unsubscribing ends the work.
 *
 * Of one kind, one verification with rests runs in a process. The next one ends it: its caller may have been killed, and
 * would otherwise leave verifications behind that run for hours.
 */
export class VerificationReplies<Reply extends { done: boolean }> {
  private resting: AbortController | undefined;

  /** @param paced whether the work rests most of the time, because no person waits for it */
  of(work: AsyncIterable<Reply>, paced = false): Observable<Reply> {
    if (!paced) return from(work);
    return new Observable((replies) => {
      this.resting?.abort(replaced());
      const ending = (this.resting = new AbortController());
      const running = from(withRests(work, ending.signal)).subscribe(replies);
      return () => {
        ending.abort();
        running.unsubscribe();
      };
    });
  }
}

const replaced = (): Refusal =>
  new Refusal('overloaded', 'unavailable', 'a later verification took the place of this one; retry');
