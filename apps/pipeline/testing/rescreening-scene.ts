import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { TimeSource } from '@probity/platform/time-source';
import { Actions } from '@probity/read-side/audit/actions';
import { RescreeningQueries } from '@probity/read-side/rescreenings/rescreening-queries';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { TenantEngines } from '../processing/tenant-engines';
import { RescreenTenants } from '../rescreenings/rescreen-tenants';
import { RescreeningsHandler } from '../rescreenings/rescreenings.handler';
import { ScorerRescreenings } from '../rescreenings/scorer-rescreenings';
import { CustomerScreening } from '../screening/customer-screening';
import { WatchlistIndex } from '../screening/watchlist-index';
import { stagesWithoutProviders } from './test-providers';

interface Report {
  customer_id: string;
  reason: string;
  alerts: AlertToRaise[];
}

/** A tenant whose customers are screened again, with what is reported about them. */
export class RescreeningScene {
  readonly tenant = randomUUID();
  readonly reported: Report[] = [];
  /** throws when customer-risk is away */
  onReport: (customerId: string) => void = () => {};
  readonly queries: RescreeningQueries;
  now = new Date('2026-06-01T12:00:00Z');

  /** @param owner may write the tables of other services */
  constructor(
    readonly database: Database,
    readonly owner: Database,
  ) {
    this.queries = new RescreeningQueries(database);
  }

  /** The rescreenings of a process with this version of the scorer. */
  scorer(version: number): ScorerRescreenings {
    return new ScorerRescreenings(this.database, this.store(), () => this.now, version);
  }

  handler(): RescreeningsHandler {
    const actions = new Actions(this.store(), 'pipeline');
    return new RescreeningsHandler(this.database, actions, this.scorer(1), new TimeSource());
  }

  private store(): AggregateStore {
    return new AggregateStore(new PostgresEventStore(this.database), this.database);
  }

  /** A process with this version of the scorer. */
  worker(version = 1): RescreenTenants {
    const send = (_command: unknown, request: Report) => {
      this.onReport(request.customer_id);
      this.reported.push(request);
      return Promise.resolve({ raised: [] });
    };
    const screening = new CustomerScreening(new WatchlistIndex(this.database));
    return new RescreenTenants({
      database: this.database,
      commands: { send } as unknown as CommandBus,
      engines: new TenantEngines(new SettingsQueries(this.database)),
      screening,
      stages: stagesWithoutProviders(screening),
      scorer: this.scorer(version),
      logger: pino({ level: 'silent' }),
      now: () => this.now,
    });
  }

  async customers(count: number, full_name: string, created_at = '2026-01-01'): Promise<void> {
    const parties = { account_refs: [], tags: [], beneficial_owners: [], related_parties: [], identity_documents: [] };
    const profile = { email: 'a@example.com', customer_type: 'individual', full_name, pep_status: 'none', ...parties };
    await this.owner.query(
      `INSERT INTO customer_risk.customers (id, tenant_id, email_key, customer_type, kyc_status, risk_rating, profile,
         assessment, assessed_at, created_at, updated_at, revision)
       SELECT gen_random_uuid(), $1, gen_random_uuid()::text, 'individual', 'approved', 'low', $2, '{}', now(), $4, $4, 0
       FROM generate_series(1, $3::int)`,
      [this.tenant, JSON.stringify(profile), count, created_at],
    );
  }
}
