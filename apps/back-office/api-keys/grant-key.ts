import { KeyStream } from '@probity/event-store/authentication/key-stream';
import type { EventStore } from '@probity/event-store/event-store';
import { grantSeed, GrantSigner } from '@probity/platform/grants';
import { Sealer, type SealingKeys } from '@probity/platform/sealing';

/** The key that signs API keys: the seed of a key of Ed25519, in events `GrantKeyCreated`. */
export const grantKeyStream = (store: EventStore, sealer: Sealer): KeyStream =>
  new KeyStream(
    store,
    {
      stream: 'api-key-grants-key',
      type: 'GrantKeyCreated',
      algorithm: 'Ed25519',
      name: 'grants',
      context: 'grant-key',
    },
    sealer,
  );

/**
 * The signer of API keys. At the first start, its key follows from the master key; then it is kept, sealed, so that a
 * replacement of the master key ends no API key. That start may already replace the master key of an older version,
 * whose API keys were signed with a key that follows from the previous one.
 *
 * @throws Error when the master key is not the one that sealed the key
 */
export async function openGrantSigner(store: EventStore, keys: SealingKeys): Promise<GrantSigner> {
  const first = () => Promise.resolve({ number: 0, secret: grantSeed(keys.previous ?? keys.current) });
  const opened = await grantKeyStream(store, new Sealer(keys)).open(first, new Date());
  return new GrantSigner(opened.at(-1)!.secret);
}
