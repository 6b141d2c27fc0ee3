import type { Pool } from 'undici';
import { signWebhook } from '@probity/webhook-verification/sign-webhook';
import { BadTarget } from '../targets/bad-target';
import { UnresolvedTarget } from '../targets/resolve-target';
import { TargetUnreachable } from '../targets/target-unreachable';
import type { ClaimedDelivery } from './claim';
import { retryAfterMs } from './retry-schedule';

/** For all of it: name, connection, request, response. */
export const DEADLINE_MS = 15_000;
const MAX_RESPONSE_BYTES = 16_384;
/** The status is known by then; only the connection is at stake. */
const RESPONSE_READ_MS = 1_000;
/** Responses from 100 to 199 before the one that counts. */
const MAX_INTERIM = 8;

/** What became of an attempt. */
export interface AttemptResult {
  response_status: number | null;
  /** null: it succeeded. For the institution to read. */
  error: string | null;
  retry_after_ms: number;
}

/** Why an attempt was ended from inside; the reason of the signal's abort. */
export class AttemptEnded extends Error {
  constructor(readonly why: 'deleted' | 'stopping' | 'deadline' | 'interim') {
    super(why);
  }
}

export interface Attempt {
  delivery: ClaimedDelivery;
  attemptId: string;
  secret: string;
  at: Date;
}

/**
 * Sends a delivery once: the stored bytes, signed as they are. Success is any status from 200 to 299; a
 * redirect is not followed. Of the response 16 KiB are read and thrown away.
 *
 * @param ending ends the attempt
 * @throws AttemptEnded when it was deleted or the service stops; the deadline is a failure like others
 */
export async function attempt(
  pool: Pool,
  { delivery, attemptId, secret, at }: Attempt,
  ending: AbortController,
): Promise<AttemptResult> {
  const { signal } = ending;
  let interim = 0;
  const { pathname, search } = new URL(delivery.url);
  const body = Buffer.from(delivery.body);
  try {
    const response = await pool.request({
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Probity-Webhooks/1',
        'x-service-event': delivery.event_type,
        'x-service-event-id': delivery.event_id,
        'x-service-delivery-id': attemptId,
        'x-service-signature': signWebhook(body, secret, Math.floor(at.getTime() / 1_000)),
      },
      body,
      signal,
      onInfo: () => {
        if (++interim > MAX_INTERIM) ending.abort(new AttemptEnded('interim'));
      },
    });
    const { statusCode, headers } = response;
    const enough = setTimeout(() => response.body.destroy(), RESPONSE_READ_MS);
    await response.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => {}); // the status says it all
    clearTimeout(enough);
    return answered(statusCode, headers['retry-after'], at);
  } catch (error) {
    const ended: unknown = signal.aborted ? signal.reason : undefined;
    if (ended instanceof AttemptEnded && (ended.why === 'deleted' || ended.why === 'stopping')) throw ended;
    return { response_status: null, error: reasonOf(ended ?? error), retry_after_ms: 0 };
  }
}

function answered(status: number, retryAfter: string | string[] | undefined, at: Date): AttemptResult {
  if (status >= 200 && status < 300) return { response_status: status, error: null, retry_after_ms: 0 };
  const what = status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`;
  const header = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  return { response_status: status, error: `the receiver ${what}`, retry_after_ms: retryAfterMs(header, at) };
}

/** In words that may be shown to the institution. */
function reasonOf(error: unknown): string {
  if (error instanceof AttemptEnded) {
    if (error.why === 'interim') return 'the receiver sent interim responses without end';
    return `no complete answer within ${DEADLINE_MS / 1_000} seconds`;
  }
  if (error instanceof BadTarget || error instanceof UnresolvedTarget || error instanceof TargetUnreachable) {
    return error.message;
  }
  const { code } = error as { code?: string };
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return 'the receiver closed the connection before it answered';
  }
  return 'the answer of the receiver could not be read as HTTP';
}
