import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type CheckpointSigned, type EventsLogged, logStream } from '@probity/contracts/checkpoints/events';
import { ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { appendLeaf, EMPTY_TREE, leafHash, rootOf } from '@probity/ledger-verification/merkle-tree';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { leafText } from '@probity/ledger-verification/transaction-leaf';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import type { Audit } from './audit';
import type { Installation } from './installation';
import type { TenantClient } from './tenant-client';

const POLL_MS = 50;
const EVENTS = 'SELECT revision, id, type, data FROM event_store.events WHERE stream = $1 ORDER BY revision';
/** The events that a log has, and that are not stored. */
const NOT_STORED = `
  SELECT l.stream, l.revision FROM unnest($1::text[], $2::bigint[], $3::uuid[]) AS l (stream, revision, id)
  LEFT JOIN event_store.events e ON e.stream = l.stream AND e.revision = l.revision AND e.id = l.id
  WHERE e.id IS NULL`;

/** What is wrong with checkpoints, and how many there were. */
export interface CheckpointReport {
  /** checkpoints that an outsider kept while the product was killed */
  kept: number;
  /** checkpoints that were ever signed */
  signed: number;
  findings: string[];
}

/** An outsider who asks for checkpoints all the time, and keeps each one. */
export class KeptCheckpoints {
  /** by log and size, the root in base64 */
  private readonly kept = new Map<string, Map<number, string>>();
  private readonly findings: string[] = [];
  private readonly stopping = new AbortController();
  private watching = Promise.resolve();

  constructor(
    private readonly client: () => TenantClient,
    private readonly tenantId: string,
    private readonly ledgerIds: string[],
  ) {}

  start(): void {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  /**
   * Compares every checkpoint that was kept or signed with the tree over the events that are stored. Two checkpoints of a
   * log that both agree with it are consistent.
   */
  async check(databaseUrl: string): Promise<CheckpointReport> {
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    try {
      const roots = new Map<string, string[]>();
      for (const id of this.ledgerIds) roots.set(id, await this.ledgerRoots(database, id));
      const { logRoots, signed } = await this.readLog(database);
      roots.set(this.tenantId, logRoots);
      for (const { checkpoint, ledgers } of signed) {
        this.compare(this.tenantId, checkpoint, roots);
        for (const ledger of ledgers)
          if (roots.has(ledger.ledger_id)) this.compare(ledger.ledger_id, ledger.checkpoint, roots);
      }
      let kept = 0;
      for (const [log, sizes] of this.kept)
        for (const [size, root] of sizes) {
          kept++;
          if (roots.get(log)?.[size] !== root)
            this.findings.push(`the kept checkpoint of ${log}, ${size} is not of its log`);
        }
      return { kept, signed: signed.length, findings: this.findings };
    } finally {
      await database.end();
    }
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      for (const ledgerId of [undefined, ...this.ledgerIds]) {
        // The product is killed again and again, so many requests fail.
        const note = await this.client()
          .checkpoint(ledgerId)
          .catch(() => undefined);
        if (note !== undefined) this.keep(ledgerId ?? this.tenantId, note);
      }
      await delay(POLL_MS);
    }
  }

  private keep(log: string, note: string): void {
    const { size, root } = parseCheckpoint(parseNote(note).text);
    const sizes = this.kept.get(log) ?? new Map<number, string>();
    this.kept.set(log, sizes);
    const before = sizes.get(size);
    if (before !== undefined && before !== toBase64(root)) this.findings.push(`${log} has two roots of size ${size}`);
    sizes.set(size, toBase64(root));
  }

  private compare(log: string, note: string, roots: Map<string, string[]>): void {
    const { size, root } = parseCheckpoint(parseNote(note).text);
    if (roots.get(log)?.[size] !== toBase64(root))
      this.findings.push(`the signed checkpoint of ${log}, ${size} is not of its log`);
  }

  private async ledgerRoots(database: Client, ledgerId: string): Promise<string[]> {
    const { rows } = await database.query<{ type: string; data: string }>(EVENTS, [ledgerStream(ledgerId)]);
    let tree = EMPTY_TREE;
    const roots = [toBase64(rootOf(tree))];
    for (const { type, data } of rows) {
      if (type !== 'TransactionPosted') continue;
      tree = appendLeaf(tree, leafHash(leafText(JSON.parse(data) as TransactionPosted)));
      roots.push(toBase64(rootOf(tree)));
    }
    return roots;
  }

  private async readLog(database: Client): Promise<{ logRoots: string[]; signed: CheckpointSigned[] }> {
    const { rows } = await database.query<{ type: string; data: string }>(EVENTS, [logStream(this.tenantId)]);
    let tree = EMPTY_TREE;
    const [logRoots, signed, leaves]: [string[], CheckpointSigned[], EventsLogged['data']['leaves']] = [[''], [], []];
    for (const { type, data } of rows) {
      if (type === 'CheckpointSigned') signed.push(JSON.parse(data) as CheckpointSigned);
      if (type !== 'EventsLogged') continue;
      for (const leaf of (JSON.parse(data) as EventsLogged['data']).leaves) {
        tree = appendLeaf(tree, hashOfLeaf(leaf));
        logRoots.push(toBase64(rootOf(tree)));
        leaves.push(leaf);
      }
    }
    const columns = [0, 1, 2].map((column) => leaves.map((leaf) => leaf[column]));
    const missing = await database.query<{ stream: string; revision: string }>(NOT_STORED, columns);
    for (const { stream, revision } of missing.rows)
      this.findings.push(`event ${revision} of ${stream} is logged, but not stored`);
    return { logRoots, signed };
  }
}

export const keptCheckpoints = (installation: Installation, { records }: Audit): KeptCheckpoints =>
  new KeptCheckpoints(
    () => installation.client,
    installation.product.demo.tenant_id,
    records.map(({ ledger }) => ledger.id),
  );
