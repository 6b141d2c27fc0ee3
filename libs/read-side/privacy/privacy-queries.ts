import type { PrivacyStatus } from '@probity/contracts/erasure/privacy-views';
import type { Sql } from '@probity/persistence/database';
import { readView, readViews } from '../views';

const BEGAN = 'SELECT at, had_customers FROM privacy.sealing_began';
const NOT_SEALED = 'SELECT kind, events::int FROM privacy.events_not_sealed()';
const OVERWRITTEN = 'SELECT name, since FROM privacy.overwritten_tables ORDER BY name';
const ORIGIN = 'SELECT kind FROM event_store.find_origin()';

/** What erasure never reaches, in any installation. */
export const NEVER_REACHED = [
  'The ledger: names in postings, accounts and ledgers stay, because its hashes and signatures cover them.',
  'Backups from before an erasure: let them expire.',
  'What consumers of the topics have stored, and what receivers of webhooks have stored.',
  'The topics customer-risk.customer.event.v1, customer-risk.alert.event.v1, customer-risk.case.event.v1 and ' +
    'pipeline.provider-signal.event.v1 in Kafka, which have personal data in clear and are kept for ever.',
];

/** Reads what erasure reaches. */
export class PrivacyQueries {
  constructor(private readonly sql: Sql) {}

  async status(): Promise<PrivacyStatus> {
    const began = await readView<{ at: string; had_customers: boolean }>(this.sql, BEGAN, []);
    const origin = await readView<{ kind: string | null }>(this.sql, ORIGIN, []);
    const events_not_sealed = await readViews<PrivacyStatus['events_not_sealed'][number]>(this.sql, NOT_SEALED, []);
    const overwritten_tables = await readViews<PrivacyStatus['overwritten_tables'][number]>(this.sql, OVERWRITTEN, []);
    const isImmutable = origin?.kind === 'eventstoredb' && began!.had_customers;
    return {
      sealing_began_at: began!.at,
      events_not_sealed,
      overwritten_tables,
      out_of_reach: [
        ...(isImmutable
          ? [`Events in EventStoreDB from before ${began!.at} have personal data in clear and cannot be changed.`]
          : []),
        ...events_not_sealed.map(
          ({ kind, events }) => `${events} events of streams ${kind}-… that are not sealed yet.`,
        ),
        ...(overwritten_tables.length > 0
          ? ['Bytes in the files of overwritten tables, until "probity privacy rewrite" has removed them.']
          : []),
        ...NEVER_REACHED,
      ],
    };
  }
}
