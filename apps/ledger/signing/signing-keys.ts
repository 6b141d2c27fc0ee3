import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventDamaged } from '@probity/event-store/damaged';
import type { Database } from '@probity/persistence/database';
import { isCanonicalUuid, newId } from '@probity/platform/ids';
import type { Logger } from '@probity/platform/logging';
import { limitReplacements } from '@probity/platform/replacement-limit';
import type { Sealer } from '@probity/platform/sealing';
import { AuthenticRows, ForgedRow } from '@probity/read-side/authentic-rows';
import type { LaterKey } from './replaced-keys';
import { SIGNING_KEY, SigningKeyUnreadable } from './signing-key';
import type { LedgerKeys, LedgerPoint, RecordedKey, SigningKeyEvent } from './signing-key-events';

const KEY_BYTES = 32;

const COLUMNS = 'id, ledger_id, sealed, created_at, position, revision::float8 AS revision';
const FIRST = `SELECT ${COLUMNS} FROM ledger.signing_keys WHERE ledger_id = $1 AND position = 1`;
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
  position: number;
  /** of its last event; null when no event has the key */
  revision: number | null;
}

/** A key that signs transactions and commits of a ledger. */
export interface SigningKey {
  id: string;
  /** the keys of a ledger count from 1, in the order in which they sign */
  position: number;
  key: KeyObject;
}

/** The replacement of the key of a ledger. */
export interface Replacement {
  tenant_id: string;
  ledger_id: string;
  /** of the new key; the caller chooses it, so that a repetition is recognized */
  signing_key_id: string;
  officer: string;
  officer_id?: string;
  reason: string;
}

/**
 * The keys that sign transactions, one after the other per ledger. Events have them sealed, and their projection is read. Only this
 * service opens them.
 */
export class SigningKeys {
  private readonly genuine: AuthenticRows<LedgerKeys, SigningKeyEvent>;

  constructor(
    private readonly sql: Database,
    private readonly sealer: Sealer,
    private readonly store: AggregateStore,
    private readonly logger: Logger,
  ) {
    this.genuine = new AuthenticRows(sql, store, SIGNING_KEY, ({ ledger_id, changed: key }) => ({
      ledger_id,
      signing_key_id: key.signing_key_id,
      sealed: key.sealed,
      created_at: key.created_at,
      position: key.position,
    }));
  }

  /** Creates the ledger's first key, or returns the id of the existing one. Resolves when an event has the key. */
  async create(ledgerId: string, now: Date): Promise<string> {
    const { rows } = await this.sql.query<StoredKey>(FIRST, [ledgerId]);
    return this.record(rows[0] ?? this.newKey(ledgerId, now));
  }

  /**
   * The keys of the ledger as their events have them, in the order in which they sign; none when an older version created
   * its key, and no event has it yet.
   *
   * @throws SigningKeyUnreadable when an event was changed
   */
  async recorded(ledgerId: string): Promise<RecordedKey[]> {
    const loaded = await this.store.load(SIGNING_KEY, ledgerId).catch((cause: unknown) => {
      throw cause instanceof EventDamaged ? new SigningKeyUnreadable(ledgerId, cause.message, { cause }) : cause;
    });
    return loaded?.state.keys ?? [];
  }

  /**
   * Creates another key, with which the ledger is signed from its next commit on. Returns the new key and the one before
   * it, also when it was created before.
   *
   * @param end of the ledger
   * @throws SigningKeyUnreadable when no event has the key before
   * @throws Refusal `rate_limited`
   */
  async replace(
    { signing_key_id, ...request }: Replacement,
    end: LedgerPoint,
    now: Date,
  ): Promise<{ key: RecordedKey; before: RecordedKey }> {
    const { ledger_id } = request;
    const sealed = this.sealNew(ledger_id, signing_key_id).toString('base64');
    await this.store.change(SIGNING_KEY, ledger_id, (loaded) => {
      const before = loaded?.state.keys.at(-1);
      if (!before) throw new SigningKeyUnreadable(ledger_id, 'no event has the key of the ledger');
      if (loaded!.state.keys.some((key) => key.signing_key_id === signing_key_id)) return undefined;
      const replaced = loaded!.state.keys.slice(1).map(({ created_at }) => created_at);
      limitReplacements(replaced, now, `ledger ${ledger_id}`);
      const data = {
        ...request,
        signing_key_id,
        replaces: before.signing_key_id,
        position: before.position + 1,
        after_revision: end.revision,
        after_event_hash: end.event_hash,
        algorithm: 'HMAC-SHA-256' as const,
        sealed,
        replaced_at: now.toISOString(),
      };
      return { events: [{ id: signing_key_id, type: 'SigningKeyReplaced' as const, data }] };
    });
    const keys = await this.recorded(ledger_id);
    const index = keys.findIndex((key) => key.signing_key_id === signing_key_id);
    const [before, key] = [keys[index - 1], keys[index]];
    if (!before || !key) throw new SigningKeyUnreadable(signing_key_id, 'it replaces no key');
    return { key, before };
  }

  /** Records the ledger's first commit with the key, unless it is recorded. */
  async anchor(ledger_id: string, signing_key_id: string, point: LedgerPoint): Promise<void> {
    const data = { ledger_id, signing_key_id, ...point };
    await this.store.change(SIGNING_KEY, ledger_id, (loaded) => {
      const isAnchored = loaded?.state.keys.some((key) => key.signing_key_id === signing_key_id && key.isAnchored);
      return isAnchored ? undefined : { events: [{ type: 'SigningKeyAnchored' as const, data }] };
    });
  }

  /**
   * Returns a key, or undefined when the ledger has none with that id.
   *
   * @throws SigningKeyUnreadable when the stored key differs from its event, or was sealed for another ledger or under
   * another master key
   */
  async open(ledgerId: string, keyId: string): Promise<SigningKey | undefined> {
    if (!isCanonicalUuid(keyId)) return undefined;
    const { rows } = await this.sql.query<StoredKey>(GET, [keyId, ledgerId]);
    if (!rows[0]) return undefined;
    await this.refuseForged(rows[0]);
    const key = this.unseal(rows[0]);
    // During an upgrade, an instance of an older version may still create keys.
    if (rows[0].revision === null) await this.recordOrReport(rows[0]);
    return { id: keyId, position: rows[0].position, key: createSecretKey(key) };
  }

  /** Like `open`, but returns undefined for an unreadable key. A verification then reports the signature as invalid. */
  async openIfReadable(ledgerId: string, keyId: string): Promise<SigningKey | undefined> {
    try {
      return await this.open(ledgerId, keyId);
    } catch (error) {
      if (error instanceof SigningKeyUnreadable) return undefined;
      throw error;
    }
  }

  /** The keys that replaced this one, the next first; undefined when their events are unreadable. */
  async replacing(ledgerId: string, keyId: string): Promise<LaterKey[] | undefined> {
    try {
      const keys = await this.recorded(ledgerId);
      const place = keys.findIndex((key) => key.signing_key_id === keyId);
      return place === -1 ? [] : keys.slice(place + 1); // no event has a key of an older version yet
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
    return before?.state.keys[0]?.signing_key_id ?? id;
  }

  /** A key of an older version is compared once an event has it. */
  private async refuseForged({ id, ledger_id, sealed, created_at, position, revision }: StoredKey): Promise<void> {
    if (revision === null) return;
    const key = {
      ledger_id,
      signing_key_id: id,
      sealed: sealed.toString('base64'),
      created_at: created_at.toISOString(),
      position,
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
    return { id, ledger_id, sealed: this.sealNew(ledger_id, id), created_at, position: 1, revision: null };
  }

  private sealNew(ledgerId: string, id: string): Buffer {
    return this.sealer.seal(randomBytes(KEY_BYTES), signingKeyContext(ledgerId, id));
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
