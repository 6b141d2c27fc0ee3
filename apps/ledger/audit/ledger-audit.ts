import { NIL } from 'uuid';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import { LEDGER_STREAM_PREFIX, ledgerStream } from '@probity/contracts/ledger/events';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { compareAudit, type CompareParts } from '@probity/event-store/audit/compare-audit';
import { inPages } from '@probity/persistence/in-pages';
import { correctAudit } from '@probity/event-store/audit/correct-audit';
import { StreamCutOff } from '@probity/event-store/event-store';
import type { SigningKeys } from '../signing/signing-keys';
import { LedgerWalk } from '../verification/ledger-walk';
import { SMALL_CHUNK } from '../verification/verify-ledger.handler';
import { PROJECTIONS } from '../projections';

const BY_ID = { least: NIL, keyOf: ({ id }: { id: string }) => id, size: 500 };
const ofTenant = (isAfter: string): string =>
  `SELECT id FROM ledger.ledgers WHERE tenant_id = $1 AND id ${isAfter} $2 ORDER BY id LIMIT ${BY_ID.size}`;

/** The audit trail of ledgers. */
export class LedgerAudit {
  constructor(
    private readonly parts: CompareParts,
    private readonly signingKeys: SigningKeys,
    private readonly now: () => Date,
  ) {}

  /** Makes the trail what the events say. */
  correct() {
    return correctAudit(PROJECTIONS, this.parts);
  }

  /**
   * Compares the trail with the events, and verifies the ledgers of the tenant: the events of a ledger have no MACs, but
   * its signed commits chain them.
   *
   * @param givesWay see CompareOptions
   */
  async *verify(tenantId: string, givesWay = false): AsyncGenerator<AuditComparison> {
    let last: AuditComparison | undefined;
    for await (last of compareAudit(PROJECTIONS, this.parts, { tenantId, givesWay })) if (!last.done) yield last;
    const compared = { ...last!, broken: 0, done: false };
    for await (const stream of this.parts.events.listStreams(LEDGER_STREAM_PREFIX)) {
      if (!(await this.belongsTo(tenantId, stream))) continue;
      let detail: string | undefined;
      const ledgerId = stream.slice(LEDGER_STREAM_PREFIX.length);
      for await (const { broken } of this.walk(tenantId, ledgerId, givesWay)) {
        yield { ...compared, kind: 'ledgers' };
        detail = broken?.detail;
      }
      if (detail === undefined) continue;
      compared.broken++;
      compared.first ??= { trail: 'ledger', kind: 'broken', stream, detail };
    }
    for await (const stream of this.withoutEvents(tenantId)) {
      compared.broken++;
      compared.first ??= {
        trail: 'ledger',
        kind: 'broken',
        stream,
        detail: 'the read side has a ledger without events',
      };
    }
    yield { ...compared, done: true };
  }

  /** The streams of the ledgers that are only in the read side: no stream leads to them. */
  private async *withoutEvents(tenantId: string): AsyncGenerator<string> {
    const { database, events } = this.parts;
    const pages = inPages(BY_ID, (isAfter, last) => database.query(ofTenant(isAfter), [tenantId, last]));
    for await (const rows of pages) {
      for (const { id } of rows) {
        const stream = ledgerStream(id);
        if (!(await events.lastEvent(stream).catch(none))) yield stream;
      }
    }
  }

  /** Whether the first event names the tenant, or the last one, which the notary has logged: one of them may be changed. */
  private async belongsTo(tenantId: string, stream: string): Promise<boolean> {
    const { events } = this.parts;
    if (names(tenantId, (await events.lastEvent(stream))?.data)) return true;
    for await (const [first] of events.readStream(stream, { to: 0 })) return names(tenantId, first?.data);
    return false;
  }

  private walk(tenantId: string, ledgerId: string, inPieces: boolean): AsyncGenerator<LedgerVerification> {
    const { database, events } = this.parts;
    const options = inPieces ? { chunkSize: SMALL_CHUNK } : {};
    return new LedgerWalk(database, events, this.signingKeys, tenantId, ledgerId, this.now, options).run();
  }
}

/** A stream that was deleted permanently has no event. */
function none(error: unknown): undefined {
  if (!(error instanceof StreamCutOff)) throw error;
}

const names = (tenantId: string, data: unknown): boolean =>
  typeof data === 'object' && data !== null && (data as { tenant_id?: unknown }).tenant_id === tenantId;
