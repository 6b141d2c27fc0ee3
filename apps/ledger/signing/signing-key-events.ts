/** The first event of a ledger's stream of keys. It stays in Probity, as the others do: no topic has it. */
export interface SigningKeyCreated {
  type: 'SigningKeyCreated';
  data: {
    ledger_id: string;
    signing_key_id: string;
    algorithm: 'HMAC-SHA-256';
    /** sealed under the master key; base64 */
    sealed: string;
    created_at: string;
  };
}

/** A new key takes over. It signs from the next commit of the ledger on; what the keys before it signed stays as it is. */
export interface SigningKeyReplaced {
  type: 'SigningKeyReplaced';
  data: {
    tenant_id: string;
    ledger_id: string;
    signing_key_id: string;
    /** the id of the key before it */
    replaces: string;
    /** of the new key; the keys of a ledger count from 1 */
    position: number;
    /** of the ledger's stream at that time: no event up to it has the new key */
    after_revision: number;
    /** the running hash of the ledger up to it, in hexadecimal; events of older versions lack it */
    after_event_hash?: string;
    algorithm: 'HMAC-SHA-256';
    /** sealed under the master key; base64 */
    sealed: string;
    officer: string;
    officer_id?: string;
    reason: string;
    replaced_at: string;
  };
}

/** The ledger has the first commit of a new key. From it on, the keys before sign nothing. */
export interface SigningKeyAnchored {
  type: 'SigningKeyAnchored';
  data: { ledger_id: string; signing_key_id: string } & LedgerPoint;
}

/** A point in a ledger. No event up to it can change any more. */
export interface LedgerPoint {
  /** of the ledger's stream */
  revision: number;
  /** the running hash over its events up to this revision; hexadecimal */
  event_hash: string;
}

/** The master key changed; the key is the same, sealed again. */
export interface SigningKeyResealed {
  type: 'SigningKeyResealed';
  data: {
    ledger_id: string;
    signing_key_id: string;
    /** sealed under the new master key; base64 */
    sealed: string;
    /** the name of the new master key */
    sealing_key: string;
    resealed_at: string;
  };
}

export type SigningKeyEvent = SigningKeyCreated | SigningKeyReplaced | SigningKeyAnchored | SigningKeyResealed;

/** A key as its events have it. */
export interface RecordedKey {
  signing_key_id: string;
  /** base64 */
  sealed: string;
  created_at: string;
  /** the keys of a ledger count from 1, in the order in which they sign */
  position: number;
  /** of the ledger's stream; the events up to it are signed with the keys before */
  after_revision: number;
  /** where the ledger was when the key was created, and its first commit with the key, as far as they are known */
  points: LedgerPoint[];
  isAnchored: boolean;
}

/** All keys of a ledger. */
export interface LedgerKeys {
  ledger_id: string;
  /** in the order in which they sign; never empty */
  keys: RecordedKey[];
  /** the key that the last event is about */
  changed: RecordedKey;
}

/** The keys of a ledger after an event of their stream. Pure. */
export function keysAfter(before: LedgerKeys | undefined, { type, data }: SigningKeyEvent): LedgerKeys {
  const { ledger_id, signing_key_id } = data;
  const keys = before?.keys ?? [];
  switch (type) {
    case 'SigningKeyCreated':
    case 'SigningKeyReplaced': {
      const changed = type === 'SigningKeyCreated' ? firstKey(data) : laterKey(data);
      return { ledger_id, keys: [...keys, changed], changed };
    }
    case 'SigningKeyAnchored':
    case 'SigningKeyResealed': {
      const known = keys.find((key) => key.signing_key_id === signing_key_id);
      if (!known) throw new Error(`ledger ${ledger_id} has no signing key ${signing_key_id}`);
      const changed = type === 'SigningKeyResealed' ? { ...known, sealed: data.sealed } : anchored(known, data);
      return { ledger_id, keys: keys.map((key) => (key === known ? changed : key)), changed };
    }
  }
}

const firstKey = ({ signing_key_id, sealed, created_at }: SigningKeyCreated['data']): RecordedKey => ({
  signing_key_id,
  sealed,
  created_at,
  position: 1,
  after_revision: -1,
  points: [],
  isAnchored: false,
});

function laterKey({ signing_key_id, sealed, position, ...data }: SigningKeyReplaced['data']): RecordedKey {
  const { replaced_at: created_at, after_revision, after_event_hash: event_hash } = data;
  const points = event_hash === undefined ? [] : [{ revision: after_revision, event_hash }];
  return { signing_key_id, sealed, created_at, position, after_revision, points, isAnchored: false };
}

const anchored = (key: RecordedKey, { revision, event_hash }: LedgerPoint): RecordedKey => ({
  ...key,
  points: [...key.points, { revision, event_hash }],
  isAnchored: true,
});
