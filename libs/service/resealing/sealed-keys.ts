import type { KeyStream } from '@probity/event-store/authentication/key-stream';
import type { Sealer } from '@probity/platform/sealing';
import type { Resealed, SealedSecrets } from './sealed-secrets';

/** The keys in a `KeyStream`. */
export class SealedKeys implements SealedSecrets {
  readonly key = 'master';

  constructor(
    readonly name: string,
    readonly sealer: Sealer,
    private readonly stream: KeyStream,
  ) {}

  count(): Promise<Map<string, number>> {
    return this.stream.count();
  }

  async reseal(): Promise<Resealed> {
    const { resealed, unreadable } = await this.stream.reseal(new Date());
    const error = new Error('it was sealed with another key, or not written by Probity');
    return { resealed, unreadable: unreadable.map((id) => ({ id, error })) };
  }
}
