import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@probity/platform/clock';
import { askTarget, refused } from '../ask-target';
import { CopyFailed } from '../copy-failures';
import type { CopyTarget } from '../copy-target';
import type { OwnLog } from '../own-log';
import { requestFor } from './time-stamp-request';
import { BadTimeStamp, tokenIn } from './verify-time-stamp';

const MAX_REPLY_BYTES = 65_536;
const NONCE_BYTES = 8;

/** An authority that makes time stamps (RFC 3161). It proves that a checkpoint existed at a time, and remembers nothing. */
export class TimestampTarget implements CopyTarget {
  readonly kind = 'timestamp';
  readonly name: string;

  /** @param trusted certificates in DER: of the authority, or of the certificate authority above it */
  constructor(
    private readonly url: URL,
    private readonly trusted: readonly Buffer[],
    private readonly now: Clock,
    private readonly timeoutMs?: number,
  ) {
    this.name = url.host;
  }

  /** Returns the token over the note, in base64. */
  async copy({ row }: OwnLog, signal: AbortSignal): Promise<string> {
    const note = Buffer.from(row.note);
    const digest = createHash('sha256').update(note).digest();
    const nonce = randomBytes(NONCE_BYTES);
    nonce[0] = (nonce[0]! & 0x7f) | 0x40; // a positive number of eight bytes
    const body = await requestFor(digest, nonce);
    const contentType = 'application/timestamp-query';
    const reply = await askTarget(
      { url: this.url, contentType, body, maxBytes: MAX_REPLY_BYTES, signal },
      this.timeoutMs,
    );
    if (reply.status !== 200) throw refused(`the authority ${this.name}`, reply.status, reply.body);
    try {
      const token = await tokenIn(reply.body, { note, digest, nonce, trusted: this.trusted, now: this.now() });
      return token.toString('base64');
    } catch (cause) {
      if (!(cause instanceof BadTimeStamp)) throw cause;
      throw new CopyFailed(`the time stamp of ${this.name} is not usable: ${cause.message}`, true, { cause });
    }
  }
}
