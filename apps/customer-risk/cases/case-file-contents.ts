import { createHash } from 'node:crypto';
import type { storeCaseFilePart } from '@probity/contracts/case-files/commands';
import type { CaseFileEvent, CaseFilePartStored } from '@probity/contracts/case-files/events';
import type { CaseFile } from '@probity/contracts/case-files/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import type { Officer } from '@probity/contracts/staff/officer';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { invalid, notFound } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';
import { CASE_FILE } from './case-file-state';
import { CASE } from './case-state';
import { decideAbandoned, decideKeeping, decidePart, FORGOTTEN_AFTER_MS, type StoredContent } from './decide-case-file';

/** How many abandoned uploads of a tenant one upload clears away. */
const FORGET_AT_ONCE = 20;

const PERHAPS_ABANDONED = `
  SELECT id FROM customer_risk.case_file_contents
  WHERE tenant_id = $1 AND kept_at IS NULL AND forgotten_at IS NULL AND begun_at < $2
  ORDER BY begun_at, id LIMIT ${FORGET_AT_ONCE}`;
const SHOWN = 'SELECT restricted_at, erased_at FROM customer_risk.customers WHERE tenant_id = $1 AND id = $2';
const DESTROY_KEY = 'SELECT privacy.destroy_file_key($1)';

type Shown = { restricted_at: Date | null; erased_at: Date | null };

/**
 * The contents of files of cases: events in parts, each file sealed with a key of its own.
 *
 * Guarantees: the content of a file is never forgotten after `keep` has returned true for it, whatever the read side has
 * and however long a process pauses. Keeping and forgetting are events of one stream, of which the second does not happen.
 */
export class CaseFileContents {
  constructor(
    private readonly events: AggregateStore,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * Not guaranteed: that uploads at the same time exceed the limit by nothing. Each may exceed it by one file.
   *
   * @throws Refusal `case_file_bytes_exceeded`
   */
  async refuseUnlessRoomFor(tenantId: string, bytes: number, now: Date): Promise<void> {
    await this.settleAbandoned(tenantId, now);
    const limits = new LimitQueries(this.database);
    const [limit, current] = await Promise.all([limits.limit(tenantId, 'case_file_bytes'), limits.fileBytes(tenantId)]);
    if (current + bytes <= limit) return;
    throw quotaExceeded('case_file_bytes_exceeded', 'case_file_bytes', { limit, current, remedy: 'remove files' });
  }

  /** Whether a part of the content is stored: it counts already. */
  async isBegun(fileId: string): Promise<boolean> {
    return (await this.events.load(CASE_FILE, fileId)) !== undefined;
  }

  /**
   * Stores a part; returns how many parts are stored.
   *
   * @throws Refusal `not_found` when the customer was erased; `file_incomplete`
   */
  async store(part: RequestOf<typeof storeCaseFilePart>, customerId: string, now: string): Promise<number> {
    const { tenant_id, file_id } = part;
    await this.refuseErased(tenant_id, customerId);
    await this.events.change(CASE_FILE, file_id, (loaded) => {
      const data = decidePart(loaded?.state, customerId, part, now);
      return data && { events: [{ type: 'CaseFilePartStored' as const, data }] };
    });
    // An erasure that ended before the first part was stored did not know of this file.
    await this.refuseErased(tenant_id, customerId, file_id);
    return part.part;
  }

  /**
   * What is stored of an upload; undefined when its case has the file, or it was given up.
   *
   * @throws Refusal `not_found` when nothing is stored, or in another case
   */
  async digest(tenantId: string, caseId: string, fileId: string): Promise<StoredContent | undefined> {
    const { state } = await this.events.loadOf(tenantId, CASE_FILE, fileId);
    if (state.case_id !== caseId) throw notFound('file', fileId);
    if (state.status !== 'uploading') return undefined;
    const hash = createHash('sha256');
    let [bytes, begunAt] = [0, ''];
    for (let part = 1; part <= state.last.part; part++) {
      const stored = await this.readable(fileId, part);
      const content = Buffer.from(stored.content, 'base64');
      hash.update(content);
      bytes += content.length;
      if (part === 1) begunAt = stored.stored_at;
    }
    return { part: state.last.part, bytes, sha256: hash.digest('hex'), begun_at: begunAt };
  }

  /**
   * Keeps the content of a file. Call this when its case has it.
   *
   * @returns false when its upload was given up before: its key is destroyed
   */
  async keep(tenantId: string, fileId: string, now: string): Promise<boolean> {
    const { loaded } = await this.events.changeOf(tenantId, CASE_FILE, fileId, ({ state }) =>
      eventsOf(decideKeeping(state, now)),
    );
    return loaded.state.status !== 'forgotten';
  }

  /**
   * One part of the content, in base64.
   *
   * @throws Refusal `file_unavailable` when its key was destroyed; `not_found`
   */
  async part(fileId: string, part: number): Promise<string> {
    return (await this.readable(fileId, part)).content;
  }

  private async readable(fileId: string, part: number): Promise<CaseFilePartStored> {
    const stored = (await this.storedPart(fileId, part, part - 1)) ?? (await this.storedPart(fileId, part));
    if (!stored) throw notFound('file', fileId);
    if (!isBase64(stored.content)) throw unavailable(fileId, 'its content was removed or erased');
    return stored;
  }

  /** @throws Refusal `file_unavailable` when the file was removed, or its customer is restricted or erased */
  async recordDownload(
    file: CaseFile,
    { tenant_id, case_id }: { tenant_id: string; case_id: string },
    by: Officer,
    now: string,
  ): Promise<void> {
    const { id, customer_id } = file;
    refuseRemoved(file);
    await this.refuseErased(tenant_id, customer_id);
    const { restricted_at } = await this.shown(tenant_id, customer_id);
    if (restricted_at) throw unavailable(id, `the customer ${customer_id} is restricted`);
    const data = { file_id: id, tenant_id, case_id, customer_id, ...by, downloaded_at: now };
    await this.events.changeOf(tenant_id, CASE_FILE, id, ({ state }) => {
      if (state.status === 'forgotten') throw unavailable(id, 'its upload was given up');
      return { events: [{ type: 'CaseFileDownloaded' as const, data }] };
    });
  }

  /** At its usual place, or after events of other programs. */
  private async storedPart(fileId: string, part: number, at?: number): Promise<CaseFilePartStored | undefined> {
    const range = at === undefined ? {} : { from: at, to: at };
    for await (const { type, data } of this.events.history(CASE_FILE, fileId, range)) {
      if (type === 'CaseFilePartStored' && data.part === part) return data;
    }
    return undefined;
  }

  /** Gives uploads up that no case has, so that they do not count, and cannot be read. */
  private async settleAbandoned(tenantId: string, now: Date): Promise<void> {
    const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
    const { rows } = await this.database.query<{ id: string }>(PERHAPS_ABANDONED, [tenantId, before]);
    for (const { id } of rows) {
      await this.settle(tenantId, id, now.toISOString()).catch((err: unknown) =>
        // A stream that cannot be read must not keep other files out. Its upload goes on counting.
        this.logger.error({ err, tenant_id: tenantId, file_id: id }, 'an abandoned upload cannot be given up'),
      );
    }
  }

  /**
   * The row only names a candidate: it may lag behind. The streams decide. The case is read after the content, so an
   * attachment that it does not show yet meets this decision in `keep`: there the first of the two wins.
   */
  private async settle(tenantId: string, fileId: string, now: string): Promise<void> {
    await this.events.changeOf(tenantId, CASE_FILE, fileId, async ({ state }) => {
      if (state.status !== 'uploading') return undefined;
      const inCase = await this.events.loadOf(tenantId, CASE, state.case_id);
      return eventsOf(decideAbandoned(state, inCase.state, now));
    });
  }

  /** @param begun the file whose key is destroyed if the customer is erased */
  private async refuseErased(tenantId: string, customerId: string, begun?: string): Promise<void> {
    const { erased_at } = await this.shown(tenantId, customerId);
    if (!erased_at) return;
    if (begun) await this.database.query(DESTROY_KEY, [begun]);
    throw notFound('customer', customerId);
  }

  private async shown(tenantId: string, customerId: string): Promise<Shown> {
    const { rows } = await this.database.query<Shown & Record<string, unknown>>(SHOWN, [tenantId, customerId]);
    if (!rows[0]) throw notFound('customer', customerId);
    return rows[0];
  }
}

/** @throws Refusal `file_unavailable` */
export function refuseRemoved({ id, removed_at }: CaseFile): void {
  if (removed_at !== null) throw unavailable(id, `it was removed at ${removed_at}`);
}

const eventsOf = (event: CaseFileEvent | undefined) => event && { events: [event] };

/** The placeholder of an erased content is not. */
const isBase64 = (content: string): boolean => !content.startsWith('[');

const unavailable = (fileId: string, why: string) =>
  invalid('file_unavailable', `file ${fileId} cannot be read: ${why}`);
