import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import { isUuid, newId } from '@probity/platform/ids';
import type { Logger } from '@probity/platform/logging';
import type { Sealer } from '@probity/platform/sealing';
import { AuthenticRows, ForgedRow } from '@probity/read-side/authentic-rows';
import { SIGNING_KEY, type SigningKeyCreated, type SigningKeyEvent, SigningKeyUnreadable } from './signing-key';

const KEY_BYTES = 32;

const COLUMNS = 'id, ledger_id, sealed, created_at, revision::float8 AS revision';
const OF_LEDGER = `SELECT ${COLUMNS} FROM ledger.signing_keys WHERE ledger_id = $1`;
const GET = `SELECT ${COLUMNS} FROM ledger.signing_keys WHERE id = $1 AND ledger_id = $2`;

const SOME = `SELECT ${COLUMNS} FROM ledger.signing_keys ORDER BY created_at LIMIT 10`;

/** The keys that older versions created, which are in no event. */
const NOT_RECORDED = `
  SELECT ${COLUMNS} FROM ledger.signing_keys WHERE revision IS NULL AND ledger_id > $1 ORDER BY ledger_id LIMIT $2`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** They are recorded at the same time. */
const MAX_KEYS = 50;

interface StoredKey {
  id: string;
  ledger_id: string;
  sealed: Buffer;
  created_at: Date;
  /** of its event; null when no event has the key */
  revision: number | null;
}

/**
 * The keys that sign transactions, one per ledger. Events have them sealed, and their projection is read. Only this
 * service opens them.
 */
export class SigningKeys {
  private readonly genuine: AuthenticRows<SigningKeyCreated['data'], SigningKeyEvent>;

  constructor(
    private readonly sql: Database,
    private readonly sealer: Sealer,
    private readonly store: AggregateStore,
    private readonly logger: Logger,
  ) {
    this.genuine = new AuthenticRows(sql, store, SIGNING_KEY, (key) => ({
      ledger_id: key.ledger_id,
      signing_key_id: key.signing_key_id,
      sealed: key.sealed,
      created_at: key.created_at,
    }));
  }

  /** Creates the ledger's key, or returns the id of the existing one. Resolves when an event has the key. */
  async create(ledgerId: string, now: Date): Promise<string> {
    const { rows } = await this.sql.query<StoredKey>(OF_LEDGER, [ledgerId]);
    return this.record(rows[0] ?? this.newKey(ledgerId, now));
  }

  /**
   * Returns the key, or undefined when the ledger has no key with that id.
   *
   * @throws SigningKeyUnreadable when the stored key differs from its event, or was sealed for another ledger or under
   * another master key
   */
  async open(ledgerId: string, keyId: string): Promise<KeyObject | undefined> {
    if (!isUuid(keyId)) return undefined;
    const { rows } = await this.sql.query<StoredKey>(GET, [keyId, ledgerId]);
    if (!rows[0]) return undefined;
    await this.refuseForged(rows[0]);
    const key = this.unseal(rows[0]);
    // During an upgrade, an instance of an older version may still create keys.
    if (rows[0].revision === null) await this.recordOrReport(rows[0]);
    return createSecretKey(key);
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

  /** Whether the master key opens one of the oldest keys; true when there are none. */
  async belongToMasterKey(): Promise<boolean> {
    const { rows } = await this.sql.query<StoredKey>(SOME);
    return rows.length === 0 || rows.some((row) => this.isReadable(row));
  }

  /**
   * Records the keys that older versions created. It may be interrupted, repeated, and run in several processes. A key
   * that cannot be recorded is reported and stays as it is, so that it can be repaired. Returns how many were recorded.
   */
  async recordOlder(): Promise<number> {
    let [recorded, after] = [0, BEFORE_ALL];
    for (;;) {
      const { rows } = await this.sql.query<StoredKey>(NOT_RECORDED, [after, MAX_KEYS]);
      const last = rows.at(-1);
      if (!last) return recorded;
      const done = await Promise.all(rows.map((row) => this.recordOrReport(row)));
      recorded += done.filter(Boolean).length;
      after = last.ledger_id;
    }
  }

  /** A key is of use without its event. Its next use, or the next start, tries again. */
  private async recordOrReport(key: StoredKey): Promise<boolean> {
    try {
      await this.record(key);
      return true;
    } catch (err) {
      const { id, ledger_id } = key;
      this.logger.error({ err, signing_key_id: id, ledger_id }, 'a signing key cannot be put into an event');
      return false;
    }
  }

  /**
   * Appends the key to the events, unless they have one of this ledger. Returns the id of the key that they have. The
   * same key always has the same event.
   */
  private async record(key: StoredKey): Promise<string> {
    this.unseal(key);
    const { id, ledger_id, sealed, created_at } = key;
    const data = {
      ledger_id,
      signing_key_id: id,
      algorithm: 'HMAC-SHA-256' as const,
      sealed: sealed.toString('base64'),
      created_at: created_at.toISOString(),
    };
    const before = await this.store.begin(SIGNING_KEY, ledger_id, {
      events: [{ id, type: 'SigningKeyCreated', data }],
    });
    return before?.state.signing_key_id ?? id;
  }

  /** A key of an older version is compared once an event has it. */
  private async refuseForged({ id, ledger_id, sealed, created_at, revision }: StoredKey): Promise<void> {
    if (revision === null) return;
    const key = {
      ledger_id,
      signing_key_id: id,
      sealed: sealed.toString('base64'),
      created_at: created_at.toISOString(),
    };
    await this.genuine.check(ledger_id, revision, key).catch((cause: unknown) => {
      throw cause instanceof ForgedRow ? new SigningKeyUnreadable(id, cause.message, { cause }) : cause;
    });
  }

  private isReadable(key: StoredKey): boolean {
    try {
      return this.unseal(key).length > 0;
    } catch {
      return false;
    }
  }

  private newKey(ledger_id: string, created_at: Date): StoredKey {
    const id = newId();
    const sealed = this.sealer.seal(randomBytes(KEY_BYTES), signingKeyContext(ledger_id, id));
    return { id, ledger_id, sealed, created_at, revision: null };
  }

  private unseal({ id, ledger_id, sealed }: StoredKey): Buffer {
    try {
      return this.sealer.open(sealed, signingKeyContext(ledger_id, id));
    } catch (cause) {
      throw new SigningKeyUnreadable(id, 'it was changed, or PROBITY_MASTER_KEY is not the key that sealed it', {
        cause,
      });
    }
  }
}

/** What the key of a ledger is sealed for. */
export const signingKeyContext = (ledgerId: string, keyId: string): string => `ledger-signing-key/${ledgerId}/${keyId}`;
