import { LRUCache } from 'lru-cache';
import { Bucket } from '@probity/platform/limiting/bucket';
import { clientNetwork } from '@probity/platform/limiting/client-address';

/** Different wrong tokens from one address: ten at once, and then one in ten seconds. */
export const WRONG_TOKENS = { perSecond: 0.1, burst: 10 };
/** Memory is bounded: the address that was not seen for longest is forgotten. */
const MAX_ADDRESSES = 10_000;
/** Of each address, so many wrong tokens are remembered. */
const MAX_TOKENS = 8;

interface Attempts {
  bucket: Bucket;
  /** hashes of wrong tokens, newest last */
  wrong: string[];
}

/**
 * Attempts with wrong operator tokens, by client address. An address that has used up its attempts is rejected without a
 * comparison, so that guessing is slow. The operator at another address notices nothing.
 *
 * A wrong token that an address sends again is no new guess and is not counted: a script with an outdated token must
 * not lock out the operator who works on the same machine.
 */
export class WrongTokens {
  private readonly addresses = new LRUCache<string, Attempts>({ max: MAX_ADDRESSES });

  /** Whether the address has sent this wrong token lately. */
  isKnown(address: string, tokenHash: string): boolean {
    return this.addresses.get(clientNetwork(address))?.wrong.includes(tokenHash) ?? false;
  }

  /** The seconds for which the address must wait before its next attempt; 0: it need not wait. */
  secondsToWait(address: string): number {
    return this.addresses.get(clientNetwork(address))?.bucket.secondsToNext() ?? 0;
  }

  /** Counts an attempt. Returns whether it was the last one that the address has for now. */
  count(address: string, tokenHash: string): boolean {
    const network = clientNetwork(address);
    const attempts = this.addresses.get(network) ?? { bucket: new Bucket(WRONG_TOKENS), wrong: [] };
    this.addresses.set(network, attempts);
    attempts.bucket.take();
    attempts.wrong = [...attempts.wrong, tokenHash].slice(-MAX_TOKENS);
    return attempts.bucket.left === 0;
  }
}
