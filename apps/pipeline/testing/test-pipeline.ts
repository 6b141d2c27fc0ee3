import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { reportFindings } from '@probity/contracts/customers/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import type { Notice } from '@probity/notices/notice-board';
import type { EventStore } from '@probity/event-store/event-store';
import { DataKeys } from '@probity/event-store/personal-data/data-keys';
import { PersonalDataCodec } from '@probity/event-store/personal-data/personal-data-codec';
import { SealingEventStore } from '@probity/event-store/personal-data/sealing-event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { StageProvider } from '@probity/contracts/settings/compliance-settings';
import type { Database } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import type { PluginStage } from '@probity/providers/plugin';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { withDefaults } from '@probity/read-side/settings/default-settings';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { type Ingestion, storeEvents } from '../ingestion/inbox';
import { DueSubjects } from '../processing/due-subjects';
import { OutcomeStore } from '../processing/outcome-store';
import { processRound, type RoundParts } from '../processing/process-round';
import type { ScreeningFindings } from '../screening/customer-screening';
import { Stages } from '../stages/stage-modes';
import { TenantEngines } from '../processing/tenant-engines';
import { ProviderLanes } from '../processing/provider-lanes';
import { NO_NOTICES, TestProvider } from './test-providers';
import { CustomerHistories } from '../evaluation/customer-histories';
import { InlineEvaluations } from '../evaluation/testing/inline-evaluations';
import { ruleSet } from '../monitoring-rules/tenant-rules';

type Findings = RequestOf<typeof reportFindings>;

const ASSESSMENT = {
  composite_score: 100,
  identity_score: 100,
  geographic_score: 100,
  product_score: 100,
  behavioral_score: 100,
  channel_score: 100,
  relationship_score: 100,
  rating: 'low' as const,
  reasons: [],
  model_version: 'test',
};

const NOTHING_FOUND: ScreeningFindings = {
  alerts: [],
  evidence: { entries: 0, threshold: 0.7, scorer_version: SCORER_VERSION, subjects: [], matches: [] },
};

const SCREENING = { refresh: () => Promise.resolve() };

const LOGGER = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });

/** One instance of the pipeline's processing. The test provides customers, rules and events, and reads the reports. */
export class TestPipeline {
  readonly tenantId = randomUUID();
  readonly events: EventQueries;
  private readonly engines: TenantEngines;
  /** the reports, in order */
  readonly reported: Findings[] = [];
  /** called before a report returns; may throw */
  onReport: (findings: Findings) => void | Promise<void> = () => {};
  /** what screening finds about counterparties */
  found: ScreeningFindings = NOTHING_FOUND;
  now = new Date();
  private rules = ruleSet('none', []);
  private readonly dueSubjects: DueSubjects;
  readonly ingestion: Ingestion;
  private readonly outcomes: OutcomeStore;

  constructor(
    private readonly database: Database,
    private readonly owner: Database,
    private readonly stored: EventStore = new PostgresEventStore(database),
  ) {
    this.events = new EventQueries(owner);
    const codec = new PersonalDataCodec(new DataKeys(database, Buffer.alloc(32, 7)));
    this.ingestion = { database, events: new SealingEventStore(stored, codec) };
    const now = (): Date => new Date();
    this.outcomes = new OutcomeStore({ ...this.ingestion, logger: LOGGER, now });
    this.engines = new TenantEngines(new SettingsQueries(owner));
    this.dueSubjects = new DueSubjects(database);
    this.stages = new Stages(
      {
        ...SCREENING,
        screenProfile: () => Promise.resolve(NOTHING_FOUND),
        screenTransaction: () => Promise.resolve(this.found),
      },
      this.provider.calls(database),
      this.provider,
      { evaluated: () => {} },
      NO_NOTICES,
    );
  }

  setRules(definitions: { definition: object; mode?: RuleMode }[]): void {
    const rules = definitions.map(
      ({ definition, mode = 'active' }) =>
        [randomUUID(), { definition: definition as RuleDefinition, mode, version: 1 }] as const,
    );
    this.rules = ruleSet(randomUUID(), rules);
  }

  /** The ids of the rules, in their order. */
  ruleIds(): string[] {
    return [...this.rules.byId.keys()];
  }

  /** Another instance on the same database, for the same tenant and with the same rules. */
  another(database = this.database): TestPipeline {
    const stored = database === this.database ? this.stored : undefined;
    const other = new TestPipeline(database, this.owner, stored);
    return Object.assign(other, { tenantId: this.tenantId, rules: this.rules });
  }

  async customer(accountRefs: string[], createdAt = '2026-01-01T00:00:00Z'): Promise<string> {
    const id = newId();
    const email = `${id}@example.com`;
    const profile = {
      email,
      customer_type: 'individual',
      full_name: 'Ada Byron',
      pep_status: 'none',
      account_refs: accountRefs,
      tags: [],
      beneficial_owners: [],
      related_parties: [],
      identity_documents: [],
    };
    await this.owner.query(
      `INSERT INTO customer_risk.customers (id, tenant_id, email_key, customer_type, kyc_status, risk_rating, profile,
         assessment, assessed_at, created_at, updated_at, revision)
       VALUES ($1, $2, $3, 'individual', 'approved', 'low', $4, $5, $6, $6, $6, 0)`,
      [id, this.tenantId, email, JSON.stringify(profile), JSON.stringify(ASSESSMENT), createdAt],
    );
    for (const [position, ref] of accountRefs.entries()) {
      await this.owner.query('INSERT INTO customer_risk.customer_account_refs VALUES ($1, $2, $3, $4, $5)', [
        id,
        ref,
        this.tenantId,
        createdAt,
        position,
      ]);
    }
    return id;
  }

  /** Lets `provider` run a stage of the tenant. */
  async provide(stage: PluginStage, fallback: StageProvider['fallback'] = 'native'): Promise<void> {
    const settings = withDefaults({
      stages: { [stage]: 'plugin' },
      providers: { [stage]: { plugin: 'fake', fallback } },
    });
    await this.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
      [this.tenantId, this.tenantId],
    );
    await this.owner.query(
      `INSERT INTO back_office.compliance_settings (tenant_id, version, settings, reason, officer, changed_at)
       VALUES ($1, 1, $2, 'a test', 'j.smith', now())`,
      [this.tenantId, JSON.stringify(settings)],
    );
  }

  /** Stores transactions; returns the ids of their events. */
  async ingest(...payloads: Record<string, unknown>[]): Promise<string[]> {
    const events = payloads.map((payload) => ({
      event_id: newId(),
      tenant_id: this.tenantId,
      event_type: 'transaction' as const,
      payload: { currency: 'USD', direction: 'inbound', amount: '10', transaction_id: newId(), ...payload },
      received_at: new Date(),
    }));
    await storeEvents(this.ingestion, events);
    return events.map(({ event_id }) => event_id);
  }

  /** What a stage did with an event. */
  async stageOf(eventId: string, name: string): Promise<StageOutcome | undefined> {
    const event = await this.events.event(this.tenantId, eventId);
    return event!.stages.find(({ stage }) => stage === name);
  }

  round(): Promise<boolean> {
    return processRound(this.parts());
  }

  /** Processes until nothing is due, and ends what earlier rounds left in the lanes. */
  async drain(): Promise<void> {
    do await this.lanes.idle();
    while (await this.round());
  }

  /** Lets the leases of dead or paused processes run out. */
  async letLeasesRunOut(): Promise<void> {
    await this.owner.query("UPDATE pipeline.subjects SET lease_until = now() - interval '1 s' WHERE claim IS NOT NULL");
  }

  /** Makes scheduled retries due now. */
  async letTimePass(): Promise<void> {
    await this.owner.query('UPDATE pipeline.inbox SET due_at = now()');
  }

  /** the notices that were raised, in order */
  readonly notices: Notice[] = [];
  readonly evaluations = new InlineEvaluations();
  readonly provider = new TestProvider();
  readonly lanes = new ProviderLanes(LOGGER, () => {}, 4);
  private readonly stages: Stages;

  private parts(): RoundParts {
    const commands = {
      send: async (_command: unknown, findings: Findings): Promise<ReplyOf<typeof reportFindings>> => {
        await this.onReport(findings);
        this.reported.push(findings);
        const raised = findings.alerts.map(({ alert_id }) => alert_id);
        return { raised, kyc: {}, kyc_status: 'approved', assessment: ASSESSMENT, rating_changed: false };
      },
    };
    return {
      database: this.database,
      commands: commands as unknown as CommandBus,
      engines: this.engines,
      rulesOf: (ids) => Promise.resolve(new Map(ids.map((id) => [id, this.rules]))),
      screening: SCREENING,
      stages: this.stages,
      dueSubjects: this.dueSubjects,
      lanes: this.lanes,
      events: this.ingestion.events,
      outcomes: this.outcomes,
      laneOutcomes: this.outcomes,
      evaluations: this.evaluations,
      histories: new CustomerHistories(this.database),
      board: { raise: (notice) => Promise.resolve(void this.notices.push(notice)) },
      logger: LOGGER,
      now: () => this.now,
    };
  }
}
