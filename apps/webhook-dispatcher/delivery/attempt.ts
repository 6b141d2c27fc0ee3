import type { Pool } from 'undici';
import { signWebhook } from '@probity/webhook-verification/sign-webhook';
import { BadTarget } from '@probity/targets/bad-target';
import { UnresolvedTarget } from '@probity/targets/resolve-target';
import { TargetUnreachable } from '@probity/targets/target-unreachable';
import type { ClaimedDelivery } from './claim';
import { retryAfterMs } from './retry-schedule';

/** The time limit of a whole attempt: resolving the name, connecting, request and response. */
export const DEADLINE_MS = 15_000;
const MAX_RESPONSE_BYTES = 16_384;
/** The time limit for reading the body. The status is already known; a rest only prevents reuse of the connection. */
const RESPONSE_READ_MS = 1_000;
/** The maximum number of interim responses (100 to 199). */
const MAX_INTERIM = 8;

/** The result of an attempt. */
export interface AttemptResult {
  response_status: number | null;
  /** why the attempt failed, in words for the institution; null if it succeeded */
  error: string | null;
  retry_after_ms: number;
}

/** The dispatcher ended the attempt. This error is the abort reason of the attempt's signal. */
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
 * Sends a delivery once: the stored bytes, signed. Any status from 200 to 299 is a success; redirects are not
 * followed. At most 16 KiB of the response are read and discarded.
 *
 * @param ending its abort ends the attempt
 * @throws AttemptEnded when the delivery was deleted or the service stops; a time-out is an ordinary failure
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
    await response.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => {}); // the status is sufficient
    clearTimeout(enough);
    return resultOf(statusCode, headers['retry-after'], at);
  } catch (error) {
    const ended: unknown = signal.aborted ? signal.reason : undefined;
    if (ended instanceof AttemptEnded && (ended.why === 'deleted' || ended.why === 'stopping')) throw ended;
    return { response_status: null, error: reasonOf(ended ?? error), retry_after_ms: 0 };
  }
}

function resultOf(status: number, retryAfter: string | string[] | undefined, at: Date): AttemptResult {
  if (status >= 200 && status < 300) return { response_status: status, error: null, retry_after_ms: 0 };
  const what = status >= 300 && status < 400 ? `returned ${status}; redirects are not followed` : `returned ${status}`;
  const header = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  return { response_status: status, error: `the receiver ${what}`, retry_after_ms: retryAfterMs(header, at) };
}

/** Describes an error in words for the institution, without internal details. */
function reasonOf(error: unknown): string {
  if (error instanceof AttemptEnded) {
    if (error.why === 'interim') return 'the receiver sent too many interim responses';
    return `no complete response within ${DEADLINE_MS / 1_000} seconds`;
  }
  if (error instanceof BadTarget || error instanceof UnresolvedTarget || error instanceof TargetUnreachable) {
    return error.message;
  }
  const { code } = error as { code?: string };
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return 'the receiver closed the connection before it responded';
  }
  return 'the response of the receiver is not valid HTTP';
}
