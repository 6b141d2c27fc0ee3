import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { Refusal, refusalOf } from '@probity/platform/errors';
import { errorEnvelope } from '@probity/platform/http/error-envelope.filter';
import type { Logger } from '@probity/platform/logging';

/** The media type of one JSON object per line. */
export const NDJSON = 'application/x-ndjson';

/** A line is repeated after this time, because clients close a silent connection and one step may take long. */
const REPEAT_AFTER_MS = 10_000;

/**
 * Responds with the replies as lines of JSON.
 *
 * @param failed the log message when the replies end with an unexpected error
 */
export function sendProgress(reply: FastifyReply, replies: Observable<object>, logger: Logger, failed: string): void {
  void reply.type(NDJSON).send(progressLines(replies, (err) => logger.error({ err }, failed)));
}

/**
 * Writes each reply as a line of JSON when it arrives. An error is the last line, in the error envelope, because the
 * HTTP status was sent before. During a long step the last line is repeated. When the client disconnects, the
 * subscription ends.
 */
function progressLines(replies: Observable<object>, onFailure: (error: unknown) => void): Readable {
  const lines = new PassThrough();
  let last = '';
  const write = (line: string): void => {
    last = line;
    lines.write(line);
    repeat.refresh();
  };
  const repeat = setInterval(() => lines.write(last), REPEAT_AFTER_MS);
  const end = (line?: string): void => {
    clearInterval(repeat);
    lines.end(line);
  };
  const subscription = replies.subscribe({
    next: (reply) => write(`${JSON.stringify(reply)}\n`),
    error: (error: unknown) => {
      const refusal = refusalOf(error);
      if (!(error instanceof Refusal)) onFailure(error);
      const body = refusal
        ? errorEnvelope(refusal.code, refusal.message)
        : errorEnvelope(
            'internal',
            'an error occurred inside Probity, and the outcome is unknown; report the X-Request-Id',
          );
      end(`${JSON.stringify(body)}\n`);
    },
    complete: () => end(),
  });
  lines.on('close', () => {
    clearInterval(repeat);
    subscription.unsubscribe();
  });
  return lines;
}
