import type { LogProblem } from '@probity/contracts/audit/verification';
import { type CheckpointSigned, type LoggedLeaf, logStream, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import { sameBytes } from '@probity/ledger-verification/encoding';
import type { Sql } from '@probity/persistence/database';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import type { FoundKey } from '../keys/checkpoint-keys';

const LEAVES = `
  SELECT index::float8 AS index, stream, revision::float8 AS revision, hash FROM notary.leaves
  WHERE log = $1 AND index >= $2 AND index < $3`;
const LOG = `
  SELECT tenant_id, revision::float8 AS revision, tree_size::float8 AS tree_size, checkpoint, signed_at
  FROM notary.logs WHERE log = $1`;
/** Readers look for the rows of a tenant, so a row with its id counts, whatever log it names. */
const LEDGERS = `
  SELECT ledger_id, log, tenant_id, revision::float8 AS revision, tree_size::float8 AS tree_size, checkpoint, signed_at,
    log_revision::float8 AS log_revision
  FROM notary.ledger_checkpoints WHERE log = $1 OR tenant_id::text = $1 ORDER BY ledger_id`;
const KEYS = `
  SELECT id, log, tenant_id, encode(public_key, 'base64') AS public_key, created_at, revision::float8 AS revision
  FROM notary.keys WHERE log = $1 OR tenant_id::text = $1 ORDER BY created_at, id`;
const FIRST_LEAF = 'SELECT min(index)::float8 AS index FROM notary.leaves WHERE log = $1';

/** How long the projection of the last events may take. */
const PROJECTION_MS = 10_000;
/** The same for a key. */
const KEY_PROJECTION_MS = 2_000;
const LOOK_AGAIN_MS = 50;

type Row = Record<string, unknown>;

/** Compares the rows that the notary has of a log with the events of the log. The head of each ledger is in memory. */
export class LogRows {
  private readonly ledgers = new Map<string, Row>();
  private signed: { revision: number; tree_size: number; checkpoint: string; signed_at: Date } | undefined;
  private readonly tenantId: string | null;

  /** @param projected the revision to which the rows had the log before it was read */
  constructor(
    private readonly sql: Sql,
    private readonly log: string,
    private readonly projected: number,
  ) {
    this.tenantId = log === PLATFORM_LOG ? null : log;
  }

  /** What is wrong with the rows of leaves that an event of the log has. */
  async leaves(eventRevision: number, first: number, leaves: LoggedLeaf[]): Promise<LogProblem[]> {
    if (eventRevision > this.projected) return [];
    const { rows } = await this.sql.query<{ index: number; stream: string; revision: number; hash: Buffer }>(LEAVES, [
      this.log,
      first,
      first + leaves.length,
    ]);
    const stored = new Map(rows.map((row) => [row.index, row]));
    return leaves.flatMap((leaf, n): LogProblem[] => {
      const row = stored.get(first + n);
      const [stream, revision] = leaf;
      if (row?.stream === stream && row.revision === revision && sameBytes(row.hash, hashOfLeaf(leaf))) return [];
      const detail = row ? 'notary.leaves has another event or hash there' : 'notary.leaves lacks it';
      return [{ kind: 'changed_log', position: first + n, stream, revision, detail }];
    });
  }

  /** To be called with each checkpoint of the log. */
  add(revision: number, { tree_size, checkpoint, signed_at, ledgers }: CheckpointSigned): void {
    this.signed = { revision, tree_size, checkpoint, signed_at: new Date(signed_at) };
    for (const { ledger_id, ...head } of ledgers) {
      const of = { ledger_id, log: this.log, tenant_id: this.tenantId };
      this.ledgers.set(ledger_id, { ...of, ...head, signed_at: new Date(signed_at), log_revision: revision });
    }
  }

  /** What is wrong with the rows after the last event; undefined when they are what the events say. */
  async end(last: number, keys: () => Promise<FoundKey[]>): Promise<LogProblem | undefined> {
    let detail: string | undefined;
    for (let waited = 0; waited <= PROJECTION_MS; waited += LOOK_AGAIN_MS) {
      // Before the row of the log: that one then knows of each checkpoint that these have.
      const { rows: ledgers } = await this.sql.query<Row>(LEDGERS, [this.log]);
      const log = (await this.sql.query<Row & { revision: number }>(LOG, [this.log])).rows[0];
      // Reported already: such rows do not come later.
      if (!log || (log.revision > last && this.projected > last)) return undefined;
      detail =
        this.wrongLog(log, last) ??
        this.wrongLedger(ledgers, log.revision, last) ??
        (await this.wrongKey(keys)) ??
        (await this.wrongLeaf());
      if (detail === undefined) return undefined;
      if (log.revision >= last) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    return { kind: 'changed_log', stream: logStream(this.log), detail: detail! };
  }

  private wrongLog(log: Row & { revision: number }, last: number): string | undefined {
    if (log.tenant_id !== this.tenantId) return 'notary.logs has another tenant_id';
    if (log.revision < last) return `notary.logs is at revision ${log.revision}, behind the events (${last})`;
    if (log.revision > last || !this.signed) return undefined;
    const { revision, ...signed } = this.signed;
    const field = revision === last ? differing(signed, log) : undefined;
    return field && `notary.logs has another ${field}`;
  }

  private wrongLedger(rows: Row[], projected: number, last: number): string | undefined {
    const stored = new Map(rows.map((row) => [row.ledger_id as string, row]));
    for (const id of new Set([...this.ledgers.keys(), ...stored.keys()])) {
      const [row, head] = [stored.get(id), this.ledgers.get(id)];
      if (!row) return `notary.ledger_checkpoints lacks ledger ${id}`;
      const at = row.log_revision as number | null;
      // It was signed again since the log was read: the next verification compares it.
      if (at !== null && at > last && at <= projected) continue;
      if (!head) return `notary.ledger_checkpoints has ledger ${id}, which the log never signed`;
      // An older version did not store it.
      const field = differing({ ...head, ...(at === null && { log_revision: null }) }, row);
      if (field) return `notary.ledger_checkpoints has another ${field} of ledger ${id}`;
    }
    return undefined;
  }

  /** A key may be replaced or sealed again meanwhile: its events are read after the rows, which may be behind for a moment. */
  private async wrongKey(keys: () => Promise<FoundKey[]>): Promise<string | undefined> {
    for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
      const { rows } = await this.sql.query<Row>(KEYS, [this.log]);
      const found = await keys();
      const isBehind = ({ id, revision }: FoundKey): boolean =>
        !rows.some((row) => row.id === id && Number(row.revision) >= revision);
      if (waited >= KEY_PROJECTION_MS || !found.some(isBehind)) return this.wrongKeyAmong(rows, found);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  private wrongKeyAmong(rows: Row[], keys: FoundKey[]): string | undefined {
    const stored = new Map(rows.map((row) => [row.id as string, row]));
    for (const { id, publicKey, createdAt, revision } of keys) {
      const row = stored.get(id);
      if (!row) return `notary.keys lacks its key ${id}`;
      stored.delete(id);
      const public_key = Buffer.from(publicKey).toString('base64');
      const key = { log: this.log, tenant_id: this.tenantId, public_key, created_at: createdAt, revision };
      const field = differing(key, row);
      if (field) return `notary.keys has another ${field} of the key ${id}`;
    }
    const [extra] = stored.keys();
    return extra === undefined ? undefined : `notary.keys has the key ${extra}, which no event has`;
  }

  private async wrongLeaf(): Promise<string | undefined> {
    const first = (await this.sql.query<{ index: number | null }>(FIRST_LEAF, [this.log])).rows[0]?.index ?? 0;
    return first < 0 ? `notary.leaves has a leaf at ${first}` : undefined;
  }
}

/** The first field in which a row differs. */
const differing = (expected: Row, row: Row): string | undefined =>
  Object.keys(expected).find((field) => String(comparable(expected[field])) !== String(comparable(row[field])));

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
