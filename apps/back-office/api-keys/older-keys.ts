import { hash } from 'node:crypto';
import type { Aggregate } from '@probity/event-store/aggregate';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventDamaged } from '@probity/event-store/damaged';
import { canonicalJson } from '@probity/platform/canonical-json';
import { type GrantSigner, isSigned } from '@probity/platform/grants';
import { apiKeyStatement } from '@probity/read-side/tenants/api-key-grant';
import type { KeyInEvents } from './keys-in-events';

/**
 * The keys of older versions that the first start of a version that signs found. Only these may be signed later, so
 * that an event which is added to the store by other means makes no key. It stays in Probity: no topic has it.
 */
interface OlderApiKeysFound {
  type: 'OlderApiKeysFound';
  data: {
    /** the SHA-256 of the statement of each key, by the id of the key */
    keys: Record<string, string>;
    found_at: string;
    signature: string;
  };
}

/** What is not signed. */
const NOTHING: OlderApiKeysFound['data'] = { keys: {}, found_at: '', signature: '' };

const PREFIX = 'api-key-grants-';
const ONLY = 'older';

const OLDER_KEYS: Aggregate<OlderApiKeysFound['data'], OlderApiKeysFound> = {
  name: 'list of older API keys',
  kind: 'api-key-grants',
  prefix: PREFIX,
  stream: (id) => `${PREFIX}${id}`,
  // The first start decides for good. Another program may have written further events.
  evolve: (before, event) => before ?? event.data,
  tenantOf: () => null,
  projection: () => Promise.resolve(),
};

/**
 * Returns a function that says whether a key without a signature may be signed. The first call, with the keys of the
 * first start, decides for good.
 *
 * @throws OlderKeysUnknown when the list was deleted or changed
 */
export async function olderKeys(
  store: AggregateStore,
  signer: GrantSigner,
  keys: ReadonlyMap<string, KeyInEvents>,
  now: Date,
): Promise<(key: KeyInEvents) => boolean> {
  let found = await stored(store);
  if (!found) {
    for (const { grant, signature } of keys.values()) {
      if (isSigned(signer.publicKey, apiKeyStatement(grant), signature)) throw new OlderKeysUnknown('was deleted');
    }
    const older = [...keys.values()].filter(({ isOlder }) => isOlder);
    const listed = Object.fromEntries(older.map((key) => [key.grant.id, digestOf(key)]));
    const about = { keys: listed, found_at: now.toISOString() };
    const data = { ...about, signature: signer.sign(statementOf(about)) };
    const before = await store.begin(OLDER_KEYS, ONLY, { events: [{ type: 'OlderApiKeysFound', data }] });
    found = before?.state ?? data;
  }
  const { signature, ...about } = typeof found?.signature === 'string' ? found : NOTHING;
  if (!isSigned(signer.publicKey, statementOf(about), signature)) {
    throw new OlderKeysUnknown('was changed, or PROBITY_MASTER_KEY is not the key of this installation');
  }
  return (key) => Object.hasOwn(about.keys, key.grant.id) && about.keys[key.grant.id] === digestOf(key);
}

/** @throws OlderKeysUnknown when it cannot be read */
async function stored(store: AggregateStore): Promise<OlderApiKeysFound['data'] | undefined> {
  try {
    return (await store.load(OLDER_KEYS, ONLY))?.state;
  } catch (error) {
    if (error instanceof EventDamaged) throw new OlderKeysUnknown('was changed');
    throw error;
  }
}

const digestOf = ({ grant }: KeyInEvents): string => hash('sha256', apiKeyStatement(grant), 'hex');

const statementOf = (about: Omit<OlderApiKeysFound['data'], 'signature'>): string =>
  canonicalJson({ type: 'older_api_keys', version: 1, ...about });

export class OlderKeysUnknown extends Error {
  constructor(why: string) {
    super(`the list of the API keys of older versions ${why}; keys that are not signed stay unsigned`);
    this.name = 'OlderKeysUnknown';
  }
}
