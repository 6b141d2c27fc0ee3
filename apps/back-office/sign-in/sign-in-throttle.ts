import { LRUCache } from 'lru-cache';
import { Bucket, type Rate } from '@probity/platform/limiting/bucket';
import { clientNetwork } from '@probity/platform/limiting/client-address';

/** Wrong attempts from one address, at any account. */
const PER_ADDRESS: Rate = { perSecond: 0.2, burst: 20 };
/** Wrong attempts at one account from one address. */
const PER_PAIR: Rate = { perSecond: 1 / 60, burst: 5 };
/**
 * Wrong attempts at one account from all addresses at which its owner never signed in. With 1,440 a day and a window of
 * three codes, guessing the one-time code of a known password takes 80 days for an even chance.
 */
const PER_ACCOUNT: Rate = { perSecond: 1 / 60, burst: 20 };
const MAX_REMEMBERED = 50_000;

class Buckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: MAX_REMEMBERED });

  constructor(private readonly rate: Rate) {}

  wait(key: string): number {
    return this.buckets.get(key)?.secondsToNext() ?? 0;
  }

  take(key: string): void {
    const bucket = this.buckets.get(key) ?? new Bucket(this.rate);
    this.buckets.set(key, bucket);
    bucket.take();
  }

  /** Forgets a full bucket, so that attempts that were given back displace no others. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    bucket?.giveBack();
    if (bucket?.left === this.rate.burst) this.buckets.delete(key);
  }
}

export interface Attempt {
  address: string;
  /** the email in the form in which accounts have it, whether or not there is one; none of an invitation */
  email?: string;
  /** whether the owner of the account has signed in from the address before */
  isKnownAddress: boolean;
}

/**
 * Slows down wrong sign-ins, by address and by account. Strangers cannot lock out a person: attempts from an address at
 * which the person has signed in before wait only for wrong ones at the same account from this address.
 *
 * Each back office counts for itself; after a restart it counts from zero.
 */
export class SignInThrottle {
  private readonly addresses = new Buckets(PER_ADDRESS);
  private readonly pairs = new Buckets(PER_PAIR);
  private readonly accounts = new Buckets(PER_ACCOUNT);

  /** The seconds to wait before the next attempt; 0: none. */
  secondsToWait(attempt: Attempt): number {
    return Math.max(...this.of(attempt).map(([buckets, key]) => buckets.wait(key)));
  }

  /** Counts an attempt. A right one is given back. */
  count(attempt: Attempt): void {
    for (const [buckets, key] of this.of(attempt)) buckets.take(key);
  }

  giveBack(attempt: Attempt): void {
    for (const [buckets, key] of this.of(attempt)) buckets.giveBack(key);
  }

  private of({ address, email, isKnownAddress }: Attempt): [Buckets, string][] {
    const network = clientNetwork(address);
    if (email === undefined) return [[this.addresses, network]];
    const ofPair: [Buckets, string] = [this.pairs, `${network} ${email}`];
    return isKnownAddress ? [ofPair] : [ofPair, [this.addresses, network], [this.accounts, email]];
  }
}
