import { CUSTOMER_STREAM_PREFIX, type CustomerEvent } from '@probity/contracts/customers/events';
import { ALERT_STREAM_PREFIX } from '@probity/contracts/alerts/events';
import type { PostedEntry } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Static } from 'typebox';
import { Totals } from '../crash/totals';
import type { Estate } from './estate';

export interface StoredCustomer {
  kyc: string;
  /** how often the KYC status has changed */
  changes: number;
}
export interface StoredPosting {
  ledger: string;
  position: number;
}

/** What the stored events of the tenant say. It is the truth, with which the product must agree. */
export class StoredFacts {
  /** the last revision of each stream */
  readonly revisions = new Map<string, number>();
  readonly customers = new Map<string, StoredCustomer>();
  /** the status of each alert */
  readonly alerts = new Map<string, string>();
  /** the code of each account */
  readonly accounts = new Map<string, string>();
  readonly postings = new Map<string, StoredPosting>();
  readonly totals = new Totals();
  readonly revoked = new Set<string>();

  /** Reads all events, past the product. */
  static async read(estate: Estate): Promise<StoredFacts> {
    const facts = new StoredFacts();
    const connection = estate.standIn && new Connection(estate.standIn.connectionString);
    const store = connection
      ? new EventStoreDbEventStore(connection, estate.owner)
      : new PostgresEventStore(estate.owner);
    try {
      for await (const { events } of store.readToEnd('', undefined, new AbortController().signal))
        for (const event of events) facts.add(event, estate.tenant.id);
    } finally {
      await connection?.close();
    }
    return facts;
  }

  /** The ids of the objects of a kind of which `older` lacks events. */
  lostIn(older: StoredFacts, prefix: string): string[] {
    return [...this.revisions]
      .filter(([stream, revision]) => stream.startsWith(prefix) && revision > (older.revisions.get(stream) ?? -1))
      .map(([stream]) => stream.slice(prefix.length));
  }

  private add({ stream, revision, type, data }: RecordedEvent, tenantId: string): void {
    this.revisions.set(stream, revision);
    const about = data as Record<string, string>;
    if (about?.tenant_id !== tenantId) return;
    if (stream.startsWith(CUSTOMER_STREAM_PREFIX)) this.addToCustomer({ type, data } as CustomerEvent);
    else if (stream.startsWith(ALERT_STREAM_PREFIX)) this.addToAlert(type, about);
    else if (type === 'AccountOpened') this.accounts.set(about.account_id!, about.code!);
    else if (type === 'TransactionPosted') this.addPosting(data as Posted);
    else if (type === 'ApiKeyRevoked') this.revoked.add(about.key_id!);
  }

  private addToCustomer({ type, data }: CustomerEvent): void {
    if (type === 'CustomerCreated') this.customers.set(data.customer_id, { kyc: data.kyc_status, changes: 0 });
    if (type !== 'KycStatusChanged') return;
    const { changes } = this.customers.get(data.customer_id)!;
    this.customers.set(data.customer_id, { kyc: data.to, changes: changes + 1 });
  }

  private addToAlert(type: string, { alert_id }: Record<string, string>): void {
    if (type === 'AlertRaised') this.alerts.set(alert_id!, 'open');
    if (type === 'AlertDismissed') this.alerts.set(alert_id!, 'dismissed');
  }

  private addPosting({ transaction_id, ledger_id, hash_chain_position, payload }: Posted): void {
    this.postings.set(transaction_id, { ledger: ledger_id, position: hash_chain_position });
    for (const { account_id, debit, credit } of payload.entries)
      this.totals.add(account_id, debit ?? '0', credit ?? '0');
  }
}

interface Posted {
  transaction_id: string;
  ledger_id: string;
  hash_chain_position: number;
  payload: { entries: Static<typeof PostedEntry>[] };
}
