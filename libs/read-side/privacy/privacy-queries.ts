import type { PrivacyStatus } from '@probity/contracts/erasure/privacy-views';
import { PERSONAL_FACTS_RETENTION_DAYS, TOPICS } from '@probity/contracts/every-topic';
import { RETIRED_TOPICS } from '@probity/contracts/topics';
import type { Sql } from '@probity/persistence/database';
import { readView, readViews } from '../views';

const BEGAN = 'SELECT at, had_customers FROM privacy.sealing_began';
const NOT_SEALED = 'SELECT kind, events::int FROM privacy.events_not_sealed()';
const OVERWRITTEN = 'SELECT name, since FROM privacy.overwritten_tables ORDER BY name';
const ORIGIN = 'SELECT kind FROM event_store.find_origin()';

const PERSONAL_TOPICS = TOPICS.filter(({ holdsPersonalData }) => holdsPersonalData).map(({ name }) => name);

/** What erasure never reaches, in any installation. */
export const NEVER_REACHED = [
  'The ledger: names in postings, accounts and ledgers stay, because its hashes and signatures cover them.',
  'Reasons of proposals, also about this customer: they stay as they were written.',
  'Entries of your own watchlists, texts of staff about other customers, and events that never matched a customer.',
  'Backups from before an erasure: let them expire.',
  'What consumers of the topics have stored, and what receivers of webhooks have stored.',
  `If you use Kafka: facts on the topics ${PERSONAL_TOPICS.join(', ')}, until their retention is over: ` +
    `${PERSONAL_FACTS_RETENTION_DAYS} days, unless PERSONAL_FACTS_RETENTION_DAYS says otherwise. Commands and their ` +
    'replies expire within two days, dead letters after 30 days.',
  `If you used an earlier version with Kafka: its topics ${RETIRED_TOPICS.map(({ name }) => name).join(', ')}, which have personal ` +
    'data in clear and no end of retention: "probity topics list" names the existing ones, and "probity topics retire" deletes them.',
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
