import { LRUCache } from 'lru-cache';
import { Bucket, type Rate } from './bucket';
import { clientNetwork } from './client-address';

/** The memory is bounded: an address that was not seen for longest is forgotten, and starts with a full bucket. */
const MAX_ADDRESSES = 10_000;

/** A bucket for each client address. Clients at other addresses have no effect on it. */
export class AddressBuckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES });

  constructor(readonly rate: Rate) {}

  of(address: string): Bucket {
    const network = clientNetwork(address);
    let bucket = this.buckets.get(network);
    if (!bucket) {
      bucket = new Bucket(this.rate);
      this.buckets.set(network, bucket);
    }
    return bucket;
  }
}
