import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { isUuid, newId } from '@probity/platform/ids';
import type { Sealer } from '@probity/platform/sealing';

const KEY_BYTES = 32;

const INSERT = `
  INSERT INTO ledger.signing_keys (id, ledger_id, sealed) VALUES ($1, $2, $3) ON CONFLICT (ledger_id) DO NOTHING`;
const OF_LEDGER = 'SELECT id FROM ledger.signing_keys WHERE ledger_id = $1';
const GET = 'SELECT sealed FROM ledger.signing_keys WHERE id = $1 AND ledger_id = $2';

/** The keys that sign transactions, one per ledger. They are stored encrypted, and only this service decrypts them. */
export class SigningKeys {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
  ) {}

  /** Creates the ledger's key, or returns the id of the existing one. */
  async create(ledgerId: string): Promise<string> {
    const id = newId();
    const sealed = this.sealer.seal(randomBytes(KEY_BYTES), context(ledgerId, id));
    await this.sql.query(INSERT, [id, ledgerId, sealed]);
    const { rows } = await this.sql.query<{ id: string }>(OF_LEDGER, [ledgerId]);
    return rows[0]!.id;
  }

  /**
   * Returns the key, or undefined when the ledger has no key with that id.
   *
   * @throws SigningKeyUnreadable when the stored key was changed or sealed under another master key
   */
  async open(ledgerId: string, keyId: string): Promise<KeyObject | undefined> {
    if (!isUuid(keyId)) return undefined;
    const { rows } = await this.sql.query<{ sealed: Buffer }>(GET, [keyId, ledgerId]);
    if (!rows[0]) return undefined;
    try {
      return createSecretKey(this.sealer.open(rows[0].sealed, context(ledgerId, keyId)));
    } catch (error) {
      throw new SigningKeyUnreadable(keyId, error);
    }
  }

  /** Like `open`, but returns undefined for an unreadable key. A verification then reports the signature as invalid. */
  async openIfReadable(ledgerId: string, keyId: string): Promise<KeyObject | undefined> {
    try {
      return await this.open(ledgerId, keyId);
    } catch (error) {
      if (error instanceof SigningKeyUnreadable) return undefined;
      throw error;
    }
  }
}

export class SigningKeyUnreadable extends Error {
  constructor(keyId: string, cause: unknown) {
    super(`cannot open signing key ${keyId}: it was changed, or PROBITY_MASTER_KEY is not the key that sealed it`, {
      cause,
    });
    this.name = 'SigningKeyUnreadable';
  }
}

const context = (ledgerId: string, keyId: string): string => `ledger-signing-key/${ledgerId}/${keyId}`;
