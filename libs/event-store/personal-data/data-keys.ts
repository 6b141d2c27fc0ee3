import { randomBytes } from 'node:crypto';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { SubjectKind } from '@probity/contracts/personal-data/sealed-facts';
import type { Sql } from '@probity/persistence/database';
import { isUuid } from '@probity/platform/ids';
import { Sealer, type SealingKeys } from '@probity/platform/sealing';
import { DataKey } from './data-key';

/** How many opened keys a process keeps. */
const MAX_KEPT = 20_000;
/** How long a process uses an opened key until it reads the row again: after its destruction, some process may still use it for this time. */
export const KEY_KEPT_MS = 60_000;
const KEY_BYTES = 32;
const READ_AT_ONCE = 1_000;

const READ = 'SELECT subject, sealed_key FROM privacy.data_keys WHERE subject = ANY($1)';
const CREATE = `
  INSERT INTO privacy.data_keys (subject, kind, tenant_id, sealed_key)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bytea[]) ON CONFLICT (subject) DO NOTHING
  RETURNING subject, sealed_key`;

const NEWEST = `
  SELECT subject, sealed_key FROM privacy.data_keys WHERE sealed_key IS NOT NULL ORDER BY created_at DESC LIMIT 1`;

interface KeyRow extends Record<string, unknown> {
  subject: string;
  /** null: the key was destroyed */
  sealed_key: Buffer | null;
}

/** Whose personal data a key seals. */
export interface Subject {
  id: string;
  kind: SubjectKind;
  tenant_id: string;
}

interface KeptKey {
  /** null: the key was destroyed */
  sealed: Buffer | null;
  key: DataKey | 'destroyed';
  /** of the monotonic clock, in milliseconds */
  readAt: number;
}

/**
 * `undefined`: there is no key, or the key of the installation does not open it. `destroyed`: there was one; what it sealed can never be opened again, and nothing more is
 * sealed for this subject.
 */
export type FoundKey = DataKey | 'destroyed' | undefined;

/**
 * The keys that seal personal data, one for each subject. They are rows, not events, because a key must be destroyable.
 * They are sealed with the key of the installation.
 *
 * Guarantees: a subject has one key, also if several processes create it at the same time; the key is committed before
 * anything is sealed with it; a destroyed key never comes back.
 */
export class DataKeys {
  /** An older one is opened no second time if its row is still the same: that takes longer than to read the row. */
  private readonly kept = new LRUCache<string, KeptKey>({ max: MAX_KEPT });
  /** The reads of one moment are one query. */
  private readonly reads: DataLoader<string, FoundKey>;
  private readonly sealer: Sealer;
  private readonly variable: string | undefined;

  constructor(
    private readonly database: Sql,
    installationKeys: Buffer | SealingKeys,
  ) {
    this.reads = new DataLoader((ids) => this.read(ids), { cache: false, maxBatchSize: READ_AT_ONCE });
    this.sealer = new Sealer(installationKeys);
    this.variable = Buffer.isBuffer(installationKeys) ? undefined : installationKeys.variable;
  }

  /**
   * The keys of these subjects, by id. One query for all that are not kept.
   *
   * @param sql for a reader that is in a transaction
   */
  async find(ids: Iterable<string>, sql?: Sql): Promise<Map<string, FoundKey>> {
    const wanted = [...new Set(ids)];
    const found = new Map(wanted.map((id): [string, FoundKey] => [id, this.recent(id)]));
    // A forged event may name anything. Postgres would reject the ids of all readers of this moment.
    const missing = wanted.filter((id) => !found.get(id) && isUuid(id));
    if (missing.length === 0) return found;
    const keys = sql ? await this.read(missing, sql) : await Promise.all(missing.map((id) => this.reads.load(id)));
    for (const [n, id] of missing.entries()) found.set(id, keys[n]);
    return found;
  }

  /**
   * Like `find`; creates the keys that do not exist. They are durable when the promise resolves.
   *
   * @throws KeyUnusable
   */
  async findOrCreate(subjects: Iterable<Subject>): Promise<Map<string, Exclude<FoundKey, undefined>>> {
    const wanted = new Map([...subjects].map((subject) => [subject.id, subject]));
    const found = await this.find(wanted.keys());
    const missing = [...wanted.values()].filter(({ id }) => !found.get(id));
    if (missing.length > 0) {
      for (const row of await this.create(missing)) found.set(row.subject, this.keep(row));
      // Another process may have been faster. Then its keys count.
      const others = missing.filter(({ id }) => !found.get(id)).map(({ id }) => id);
      if (others.length > 0) for (const [id, key] of await this.find(others)) found.set(id, key);
      for (const { id } of missing) if (!found.get(id)) throw new KeyUnusable(id);
    }
    return found as Map<string, Exclude<FoundKey, undefined>>;
  }

  /** @throws Error when the keys were sealed with another key of the installation */
  async checkInstallationKey(): Promise<void> {
    const { rows } = await this.database.query<{ subject: string; sealed_key: Buffer }>(NEWEST);
    for (const { subject, sealed_key } of rows) {
      try {
        this.sealer.open(sealed_key, dataKeyContext(subject));
      } catch (cause) {
        throw new Error(wrongKey(this.variable), { cause });
      }
    }
  }

  /** In one order, so that two processes that create the same keys wait for each other and do not lock each other out. */
  private async create(missing: Subject[]): Promise<KeyRow[]> {
    const sorted = missing.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const { rows } = await this.database.query<KeyRow>(CREATE, [
      sorted.map(({ id }) => id),
      sorted.map(({ kind }) => kind),
      sorted.map(({ tenant_id }) => tenant_id),
      sorted.map(({ id }) => this.sealer.seal(randomBytes(KEY_BYTES), dataKeyContext(id))),
    ]);
    return rows;
  }

  /** The key of each id, in their order. */
  private async read(ids: readonly string[], sql: Sql = this.database): Promise<FoundKey[]> {
    const { rows } = await sql.query<KeyRow>(READ, [ids]);
    const found = new Map(rows.map((row) => [row.subject, this.keep(row)]));
    return ids.map((id) => found.get(id));
  }

  private recent(subject: string): FoundKey {
    const kept = this.kept.get(subject);
    return kept && performance.now() - kept.readAt < KEY_KEPT_MS ? kept.key : undefined;
  }

  private keep({ subject, sealed_key: sealed }: KeyRow): FoundKey {
    const before = this.kept.get(subject);
    const isSame = before?.sealed && sealed ? before.sealed.equals(sealed) : false;
    const key = isSame ? before!.key : this.opened(subject, sealed);
    if (key) this.kept.set(subject, { sealed, key, readAt: performance.now() });
    return key;
  }

  private opened(subject: string, sealed: Buffer | null): FoundKey {
    if (sealed === null) return 'destroyed';
    try {
      return new DataKey(this.sealer.open(sealed, dataKeyContext(subject)));
    } catch {
      return undefined; // what it sealed reads as damaged, and nothing else does
    }
  }
}

/** The row of a key was changed, or comes from another installation. */
export class KeyUnusable extends Error {
  constructor(subject: string) {
    super(
      `the key of ${subject} in privacy.data_keys cannot be opened with the key of the installation; restore its row from a backup`,
    );
  }
}

function wrongKey(variable = 'PROBITY_PERSONAL_DATA_KEY'): string {
  const follows =
    variable === 'PROBITY_MASTER_KEY' ? '; if PROBITY_PERSONAL_DATA_KEY was set before, set it again' : '';
  return `${variable} is not the key with which the keys of personal data are sealed; set it to the earlier value${follows}`;
}

/** What the key of a subject is sealed for. */
export const dataKeyContext = (subject: string): string => `data-key:${subject}`;
