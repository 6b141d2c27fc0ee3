import { pino } from 'pino';
import Type from 'typebox';
import type { applyProviderSignal } from '@probity/contracts/customers/commands';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { configureProvider, secretsContext, type WebhookContent } from '@probity/contracts/providers/commands';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import { Metrics } from '@probity/platform/metrics';
import { encryptRequest, RequestKey } from '@probity/platform/request-encryption';
import { Sealer } from '@probity/platform/sealing';
import { ApiClients } from '@probity/providers/api-client';
import { providerPlugin } from '@probity/providers/plugin';
import type { ProviderSignal } from '@probity/providers/provider-signal';
import { PluginRegistry } from '@probity/providers/registry';
import { hmacHex, requireSignature, signatureHeader } from '@probity/providers/webhook-signature';
import { Actions } from '@probity/read-side/audit/actions';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { SignalQueries } from '@probity/read-side/providers/signal-queries';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import type { ApplySignalsParts } from '../apply-signals';
import { applySignals } from '../apply-signals';
import { ProviderChecks } from '../provider-checks';
import { genuineProviders, ProviderConfigurations } from '../provider-configurations';
import { Providers } from '../providers';
import { ProvidersHandler } from '../providers.handler';
import { wakeForCustomer } from '../signal-queue';
import { SignalWorker } from '../signal-worker';
import { Signals } from '../signals';
import { WebhookIntake } from '../webhook-intake';
import { WebhookPayloads } from '../webhook-payloads';

type Applied = RequestOf<typeof applyProviderSignal>;

export const SECRET = 'a secret of the provider';

/** A provider that signs with HMAC-SHA256 and reports signals as Probity has them. */
export const TEST_PLUGIN = providerPlugin({
  name: 'test-provider',
  version: '1.0.0',
  title: 'Test provider',
  stages: ['kyc', 'screening'],
  configuration: Type.Object({
    url: Type.String(),
    level: Type.Optional(Type.String()),
    api_key: Type.String({ minLength: 1 }),
    webhook_secret: Type.String({ minLength: 1 }),
  }),
  secrets: ['api_key', 'webhook_secret'],
  baseUrl: ({ url }) => url,
  webhooks: {
    verify: (webhook, { webhook_secret }) =>
      requireSignature(signatureHeader(webhook, 'x-signature'), hmacHex('sha256', webhook_secret, webhook.body)),
    read: (body) => (body as { signals: ProviderSignal[] }).signals,
  },
  test: (_api, { api_key }) => Promise.resolve(`the key ends in ${api_key.at(-1)}`),
});

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

type Profile = Partial<CustomerProfile>;

/** The providers of one tenant in one process; the test is customer-risk. */
export class ProviderScene {
  readonly tenantId: string;
  /** what customer-risk received, in order */
  readonly applied: Applied[] = [];
  /** called before customer-risk replies; may throw */
  onApply: (request: Applied) => void | Promise<void> = () => {};
  now = (): Date => new Date();
  readonly handler: ProvidersHandler;
  readonly intake: WebhookIntake;
  readonly configurations: ProviderConfigurations;
  readonly queries: SignalQueries;
  readonly payloads: WebhookPayloads;
  readonly metrics = new Metrics();
  readonly requestKey: RequestKey;
  private readonly lines: string[] = [];
  private readonly parts: ApplySignalsParts;

  constructor(
    private readonly database: Database,
    private readonly owner: Database,
    { masterKey = Buffer.alloc(32, 1), tenantId = newId() } = {},
  ) {
    this.tenantId = tenantId;
    const time = { now: () => this.now() };
    const logger = pino({ level: 'warn' }, { write: (line: string) => this.lines.push(line) });
    const sealer = new Sealer(masterKey);
    const store = new AggregateStore(new PostgresEventStore(database), database);
    const registry = new PluginRegistry([TEST_PLUGIN]);
    const providers = new ProviderQueries(database);
    const signals = new Signals(store, time);
    const policy = { allowedPorts: new Set<number>(), allowInsecureLoopback: false };
    const clients = new ApiClients({ policy, resolve: () => Promise.resolve([]) });
    this.requestKey = new RequestKey(masterKey);
    this.queries = new SignalQueries(database);
    this.configurations = new ProviderConfigurations(database, sealer, genuineProviders(database, store));
    this.payloads = new WebhookPayloads(database, sealer, new SettingsQueries(database));
    const { metrics } = this;
    this.parts = { database, commands: this.customerRisk(), signals, logger, metrics };
    const worker = new SignalWorker(this.parts, this.payloads, time.now);
    const { configurations, payloads } = this;
    this.intake = new WebhookIntake({
      registry,
      configurations,
      payloads,
      signals,
      time,
      logger,
      metrics,
      onStored: () => {},
    });
    this.handler = new ProvidersHandler(
      new Providers(store, registry, policy, sealer, providers, time),
      new ProviderChecks(registry, configurations, clients, time),
      this.requestKey,
      providers,
      this.queries,
      new Actions(store, 'pipeline'),
      worker,
      time,
    );
  }

  /** Another process on the same database, for the same tenant. */
  another(masterKey = Buffer.alloc(32, 1)): ProviderScene {
    return new ProviderScene(this.database, this.owner, { tenantId: this.tenantId, masterKey });
  }

  /** The warnings and errors in the log. */
  logged(): string {
    return this.lines.join('');
  }

  configure(
    configuration: Record<string, unknown> = { url: 'https://provider.example.com' },
    secrets: Record<string, unknown> | undefined = { api_key: 'key', webhook_secret: SECRET },
    as_seen?: string,
  ) {
    const context = secretsContext(this.tenantId, TEST_PLUGIN.name);
    const request: RequestOf<typeof configureProvider> = {
      ...this.decision(),
      configuration,
      ...(as_seen !== undefined && { as_seen }),
      ...(secrets && {
        encrypted_secrets: encryptRequest(this.requestKey.publicPem, JSON.stringify(secrets), context),
      }),
    };
    return this.handler.configure(request);
  }

  setStatus(status: 'active' | 'inactive', seen: { as_seen?: string } = {}) {
    return this.handler.setStatus({ ...this.decision(), status, ...seen });
  }

  async active(): Promise<this> {
    await this.configure();
    await this.setStatus('active');
    return this;
  }

  /** Sends a webhook with these signals; the signature is right unless it is given. */
  webhook(signals: object[], { signature = '', plugin = TEST_PLUGIN.name, tenantId = this.tenantId } = {}) {
    return this.intake.receive({ tenant_id: tenantId, plugin, ...this.content(signals, signature) });
  }

  /** The headers and the body that the provider sends with these signals. */
  content(signals: object[], signature = ''): WebhookContent {
    const body = Buffer.from(JSON.stringify({ signals }));
    const signed = signature || hmacHex('sha256', SECRET, body);
    return { http_headers: { 'x-signature': signed }, body_base64: body.toString('base64') };
  }

  async customer(profile: Profile) {
    const id = newId();
    const email = `${id}@example.com`;
    const account_refs = profile.account_refs ?? [];
    await this.owner.query(
      `INSERT INTO customer_risk.customers (id, tenant_id, email_key, customer_type, kyc_status, risk_rating, profile,
         assessment, assessed_at, created_at, updated_at, revision)
       VALUES ($1, $2, $3, 'individual', 'approved', 'low', $4, $5, now(), now(), now(), 0)`,
      [id, this.tenantId, email, JSON.stringify({ ...profile, email, account_refs }), JSON.stringify(ASSESSMENT)],
    );
    await this.insertAccounts(id, account_refs);
    return id;
  }

  /** Changes a customer on the read side, then handles the fact as the pipeline does; returns whether it woke any. */
  async change(id: string, profile: Profile): Promise<boolean> {
    const { account_refs = [] } = profile;
    await this.owner.query('UPDATE customer_risk.customers SET profile = $2 WHERE id = $1', [
      id,
      JSON.stringify({ ...profile, email: `${id}@example.com`, account_refs }),
    ]);
    await this.owner.query('DELETE FROM customer_risk.customer_account_refs WHERE customer_id = $1', [id]);
    await this.insertAccounts(id, account_refs);
    return this.wakeFor(id, profile);
  }

  /** Handles the fact that the customer was created or changed. */
  wakeFor(id: string, { kyc_provider_ref, account_refs = [] }: Profile): Promise<boolean> {
    return wakeForCustomer(this.database, {
      id,
      tenant_id: this.tenantId,
      profile: { kyc_provider_ref, account_refs },
    });
  }

  /** Applies some of what is due; returns whether there may be more. */
  round(): Promise<boolean> {
    return applySignals(this.parts);
  }

  /** Applies what is due. */
  async drain(): Promise<void> {
    while (await this.round());
  }

  /** Makes retries due, and lets the leases of processes that died run out. */
  async letTimePass(): Promise<void> {
    await this.owner.query(
      `UPDATE pipeline.provider_signals SET due_at = CASE WHEN due_at IS NULL THEN NULL ELSE now() END,
         lease_until = CASE WHEN lease_until IS NULL THEN NULL ELSE now() - interval '1 s' END`,
    );
  }

  list() {
    return this.queries.signals(this.tenantId, { limit: 100, offset: 0 });
  }

  private async insertAccounts(customerId: string, refs: string[]): Promise<void> {
    for (const [position, ref] of refs.entries()) {
      await this.owner.query('INSERT INTO customer_risk.customer_account_refs VALUES ($1, $2, $3, now(), $4)', [
        customerId,
        ref,
        this.tenantId,
        position,
      ]);
    }
  }

  private decision() {
    return { tenant_id: this.tenantId, plugin: TEST_PLUGIN.name, officer: 'Ada', reason: 'agreed' };
  }

  private customerRisk(): CommandBus {
    const send = async (_command: unknown, request: Applied): Promise<ReplyOf<typeof applyProviderSignal>> => {
      this.applied.push(request);
      await this.onApply(request);
      const raised = request.alert ? [request.alert.alert_id] : [];
      return { effect: 'changed', raised, kyc_status: 'rejected', assessment: ASSESSMENT, rating_changed: false };
    };
    return { send } as unknown as CommandBus;
  }
}

/** A rejection of the customer with the reference. */
export const rejection = (id: string, customer: { ref?: string; account_ref?: string } = { ref: 'applicant-1' }) => ({
  id,
  event_source: 'applicantReviewed',
  occurred_at: '2026-03-02T09:15:00Z',
  customer,
  kyc: { status: 'rejected', reason: 'forged document' },
  metadata: { reject_labels: ['FORGERY'], reject_type: 'FINAL' },
});
