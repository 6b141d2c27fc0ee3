import type { Database } from '@probity/persistence/database';
import { SharedQuery } from '@probity/persistence/shared-query';
import { GroupCommit } from '@probity/platform/group-commit';
import type { Sealer } from '@probity/platform/sealing';

const READ = `
  SELECT r.tenant_id, encode(r.key, 'hex') AS key, r.sealed, r.expires_at
  FROM unnest($1::uuid[], $2::bytea[]) AS wanted (tenant_id, key)
  JOIN pipeline.provider_responses r ON r.tenant_id = wanted.tenant_id AND r.key = wanted.key`;
/** The last of several results for the same request stays. */
const STORE = `
  INSERT INTO pipeline.provider_responses (tenant_id, key, sealed, expires_at)
  SELECT DISTINCT ON (tenant_id, key) tenant_id, key, sealed, expires_at
  FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::timestamptz[])
    WITH ORDINALITY AS n (tenant_id, key, sealed, expires_at, place)
  ORDER BY tenant_id, key, place DESC
  ON CONFLICT (tenant_id, key) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`;
const FORGET_EXPIRED = `
  DELETE FROM pipeline.provider_responses WHERE (tenant_id, key) IN (
    SELECT tenant_id, key FROM pipeline.provider_responses WHERE expires_at <= $1
    ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
/** Expired results are deleted with every so many stored ones. */
const STORED_BETWEEN_CLEANUPS = 200;
const MAX_AT_ONCE = 100;
const MAX_WAITING = 10_000;
const LINGER_MS = 20;

interface StoredResponse {
  tenant_id: string;
  /** hexadecimal */
  key: string;
  sealed: Buffer;
  expires_at: Date;
}

/**
 * Results of calls to providers, sealed, in Postgres: they outlast the process. Calls at the same time share a query
 * and a commit.
 */
export class ResponseCache {
  private storedSinceCleanup = 0;
  private readonly wanted: SharedQuery<string, Map<string, StoredResponse>>;
  private readonly stored: GroupCommit<StoredResponse>;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
  ) {
    this.wanted = new SharedQuery((contexts) => this.read(contexts));
    this.stored = new GroupCommit((responses) => this.store(responses), {
      most: MAX_AT_ONCE,
      mostWaiting: MAX_WAITING,
      lingerMs: LINGER_MS,
    });
  }

  /** @param key 32 bytes. A result that cannot be opened counts as absent: the provider is asked again. */
  async get(tenantId: string, key: Buffer, now: Date): Promise<unknown> {
    const context = responseContext(tenantId, key.toString('hex'));
    const response = (await this.wanted.ask([context])).get(context);
    if (!response || response.expires_at <= now) return undefined;
    try {
      return JSON.parse(this.sealer.open(response.sealed, context).toString());
    } catch {
      return undefined; // sealed under another master key, or changed in the database
    }
  }

  async put(tenantId: string, key: Buffer, value: unknown, expiresAt: Date, now: Date): Promise<void> {
    const hex = key.toString('hex');
    const sealed = this.sealer.seal(Buffer.from(JSON.stringify(value)), responseContext(tenantId, hex));
    await this.stored.take({ tenant_id: tenantId, key: hex, sealed, expires_at: expiresAt });
    if (++this.storedSinceCleanup < STORED_BETWEEN_CLEANUPS) return;
    this.storedSinceCleanup = 0;
    await this.database.query(FORGET_EXPIRED, [now]);
  }

  private async read(contexts: string[]): Promise<Map<string, StoredResponse>> {
    const wanted = contexts.map((context) => context.split(':').slice(1) as [tenantId: string, key: string]);
    const { rows } = await this.database.query<StoredResponse>(READ, [
      wanted.map(([tenantId]) => tenantId),
      wanted.map(([, key]) => Buffer.from(key, 'hex')),
    ]);
    return new Map(rows.map((row) => [responseContext(row.tenant_id, row.key), row]));
  }

  /** A response that a crash of Postgres loses is asked for again. */
  private async store(responses: StoredResponse[]): Promise<void> {
    const columns = [
      responses.map(({ tenant_id }) => tenant_id),
      responses.map(({ key }) => Buffer.from(key, 'hex')),
      responses.map(({ sealed }) => sealed),
      responses.map(({ expires_at }) => expires_at),
    ];
    await this.database.transaction((sql) => sql.query(STORE, columns), { mayBeLost: true });
  }
}

/** What a sealed result is bound to: the tenant and the request. */
export const responseContext = (tenantId: string, key: string): string => `provider-response:${tenantId}:${key}`;
