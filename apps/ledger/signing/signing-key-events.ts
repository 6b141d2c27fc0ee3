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
    algorithm: 'HMAC-SHA-256';
    /** sealed under the master key; base64 */
    sealed: string;
    officer: string;
    officer_id?: string;
    reason: string;
    replaced_at: string;
  };
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

export type SigningKeyEvent = SigningKeyCreated | SigningKeyReplaced | SigningKeyResealed;

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
  const { ledger_id, signing_key_id, sealed } = data;
  const keys = before?.keys ?? [];
  if (type === 'SigningKeyResealed') {
    const known = keys.find((key) => key.signing_key_id === signing_key_id);
    if (!known) throw new Error(`ledger ${ledger_id} has no signing key ${signing_key_id}`);
    const changed = { ...known, sealed };
    return { ledger_id, keys: keys.map((key) => (key === known ? changed : key)), changed };
  }
  const place =
    type === 'SigningKeyCreated'
      ? { created_at: data.created_at, position: 1, after_revision: -1 }
      : { created_at: data.replaced_at, position: data.position, after_revision: data.after_revision };
  const changed = { signing_key_id, sealed, ...place };
  return { ledger_id, keys: [...keys, changed], changed };
}
