import { PassThrough, type Readable } from 'node:stream';
import type { Observable } from 'rxjs';
import { Refusal } from '@probity/platform/errors';
import { errorEnvelope } from '@probity/platform/http/error-envelope.filter';

/** The media type of one JSON object a line. */
export const NDJSON = 'application/x-ndjson';

/**
 * Turns replies into lines of JSON as they come. The status has been sent by the time something
 * fails, so a failure is the last line, in the error envelope. The work ends when the reader leaves.
 */
export function progressLines(replies: Observable<object>, onFailure: (error: unknown) => void): Readable {
  const lines = new PassThrough();
  const subscription = replies.subscribe({
    next: (reply) => lines.write(`${JSON.stringify(reply)}\n`),
    error: (error: unknown) => {
      if (!(error instanceof Refusal)) onFailure(error);
      const body =
        error instanceof Refusal
          ? errorEnvelope(error.code, error.message)
          : errorEnvelope('internal', 'something went wrong on our side; quote the X-Request-Id');
      lines.end(`${JSON.stringify(body)}\n`);
    },
    complete: () => lines.end(),
  });
  lines.on('close', () => subscription.unsubscribe());
  return lines;
}
