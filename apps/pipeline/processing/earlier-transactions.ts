import type { Sql } from '@probity/persistence/database';
import type { PendingEvent } from './claim';
import type { EarlierEvent } from './scoring';
import type { TransactionPayload } from './transaction-activity';

const EARLIER = `
  SELECT p.tenant_id, p.transaction_id, p.event_id
  FROM unnest($1::uuid[], $2::text[]) AS w (tenant_id, transaction_id)
  JOIN pipeline.processed_events p ON p.tenant_id = w.tenant_id AND p.transaction_id = w.transaction_id`;
/** Finds the event that reported a transaction first. */
export class EarlierTransactions {
  /** by transaction: the first event of this round that reports it, whose outcome is not stored yet */
  private readonly underWay = new Map<string, PendingEvent>();

  private constructor(private readonly first: ReadonlyMap<string, string>) {}

  static async of(sql: Sql, events: PendingEvent[]): Promise<EarlierTransactions> {
    const transactions = events.filter(({ event_type }) => event_type === 'transaction');
    const { rows } = await sql.query<{ tenant_id: string; transaction_id: string; event_id: string }>(EARLIER, [
      transactions.map(({ tenant_id }) => tenant_id),
      transactions.map(({ payload }) => payload.transaction_id),
    ]);
    return new EarlierTransactions(
      new Map(rows.map((row) => [`${row.tenant_id}:${row.transaction_id}`, row.event_id])),
    );
  }

  /**
   * Returns the earlier event with the same transaction, if any. Events of one subject are processed in order, so an
   * earlier event of the same subject already has its outcome. For another subject the result is `under way`.
   */
  earlierThan(event: PendingEvent): EarlierEvent | undefined {
    const key = `${event.tenant_id}:${(event.payload as unknown as TransactionPayload).transaction_id}`;
    const first = this.first.get(key);
    if (first !== undefined) return { event_id: first };
    const other = this.underWay.get(key);
    if (other) return other.subject === event.subject ? { event_id: other.event_id } : 'under way';
    this.underWay.set(key, event);
    return undefined;
  }
}
