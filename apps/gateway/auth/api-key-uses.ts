import type { Sql } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { TimeSource } from '@probity/platform/time-source';
import { Worker } from '@probity/platform/worker';

/** How often a gateway writes which keys were used. */
export const WRITE_MS = 60_000;
/** How many keys a gateway remembers between two writes. The first use of a further key is recorded after the write. */
export const MAX_KEYS = 20_000;

interface Use {
  at: Date;
  from: string;
}

/**
 * All keys in one statement, in one order, so that gateways do not wait for each other in a circle. Of uses through
 * several gateways, the last one counts. A key that is not in the read side (any more) gets no row.
 */
const WRITE = `
  INSERT INTO gateway.api_key_uses (key_id, last_used_at, last_used_from)
  SELECT k.id, u.at, u."from" FROM json_to_recordset($1) AS u (id text, at timestamptz, "from" text)
    JOIN back_office.api_keys k ON k.id = u.id
  ORDER BY k.id
  ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at, last_used_from = excluded.last_used_from
  WHERE excluded.last_used_at > api_key_uses.last_used_at`;

/**
 * When and from where each API key was last used. Requests only note it in memory; once a minute, and when the gateway
 * stops, one statement writes it.
 *
 * It is telemetry and no event: it would otherwise be the most frequent event of all, and no decision depends on it.
 * Not guaranteed: a gateway that crashes loses the uses of its last minute, and of the time in which Postgres did not
 * respond before.
 */
export class ApiKeyUses {
  private readonly worker: Worker;
  private uses = new Map<string, Use>();

  constructor(
    private readonly sql: Sql,
    private readonly time: TimeSource,
    private readonly logger: Logger,
    everyMs = WRITE_MS,
  ) {
    this.worker = new Worker(() => this.round(), logger, everyMs);
  }

  start(): void {
    this.worker.start();
  }

  /** Writes what is left. When Postgres does not respond, it is lost, which the log says. */
  async stop(): Promise<void> {
    await this.worker.stop();
    await this.write().catch((err: unknown) => this.logger.warn({ err }, 'the last uses of API keys are lost'));
  }

  /** Notes the use of a valid key. */
  note(keyId: string, from: string): void {
    if (this.uses.size >= MAX_KEYS && !this.uses.has(keyId)) return;
    this.uses.set(keyId, { at: this.time.now(), from });
  }

  /** Returns false, also after a failure: the next write waits for WRITE_MS. */
  private async round(): Promise<boolean> {
    await this.write().catch((err: unknown) => this.logger.warn({ err }, 'the uses of API keys are written later'));
    return false;
  }

  /** Writes the uses since the last write. What cannot be written is kept for the next one. */
  async write(): Promise<void> {
    if (this.uses.size === 0) return;
    const written = this.uses;
    this.uses = new Map();
    try {
      const rows = [...written].map(([id, use]) => ({ id, ...use }));
      await this.sql.query(WRITE, [JSON.stringify(rows)]);
    } catch (error) {
      for (const [id, use] of written) {
        if (!this.uses.has(id) && this.uses.size < MAX_KEYS) this.uses.set(id, use);
      }
      throw error;
    }
  }
}
