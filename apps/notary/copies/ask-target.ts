import { readBounded } from '@probity/targets/read-bounded';
import { CopyFailed } from './copy-failures';
import { within } from './within';

const ATTEMPT_MS = 10_000;

export interface Question {
  url: URL;
  contentType: string;
  body: string | Uint8Array;
  /** longer replies are rejected */
  maxBytes: number;
  /** ends the request early */
  signal: AbortSignal;
}

/**
 * Sends a POST request. Follows no redirect, and reads a bounded reply in a bounded time.
 *
 * @throws CopyFailed, of all logs
 */
export async function askTarget({ url, contentType, body, maxBytes, signal }: Question, timeoutMs = ATTEMPT_MS) {
  try {
    return await within(timeoutMs, signal, async (ending) => {
      const headers = { 'content-type': contentType };
      const response = await fetch(url, { method: 'POST', headers, body, signal: ending, redirect: 'manual' });
      const type = response.headers.get('content-type');
      const tooLong = () => new CopyFailed(`the reply has more than ${maxBytes} bytes`, true);
      const reply = await readBounded((response.body ?? []) as AsyncIterable<Uint8Array>, maxBytes, tooLong);
      return { status: response.status, type, body: reply };
    });
  } catch (cause) {
    if (cause instanceof CopyFailed) throw cause;
    throw new CopyFailed(`${url.host} does not respond: ${reasonOf(cause)}`, true, { cause });
  }
}

/** What to say of a status that is not the expected one, and whether it concerns all logs. */
export function refused(who: string, status: number, body: Buffer): CopyFailed {
  const said = body
    .toString('utf8')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
  const redirects = status >= 300 && status < 400;
  const why = redirects
    ? `HTTP ${status}; redirects are not followed, so configure the final address`
    : `HTTP ${status}`;
  const ofAll = redirects || status === 401 || status === 429 || status >= 500;
  return new CopyFailed(`${who} refused it: ${why}${said && !redirects ? `: ${said}` : ''}`, ofAll);
}

/** `fetch` hides the reason, such as ECONNREFUSED, in the cause of its error. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
};
