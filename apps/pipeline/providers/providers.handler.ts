import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import {
  configureProvider,
  readProviderHealth,
  readProviderKey,
  retryProviderSignal,
  secretsContext,
  setProviderStatus,
  testProvider,
} from '@probity/contracts/providers/commands';
import type { ProviderTest } from '@probity/contracts/providers/views';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { found, invalid, Refusal } from '@probity/platform/errors';
import { RequestKey } from '@probity/platform/request-encryption';
import { TimeSource } from '@probity/platform/time-source';
import { Actions } from '@probity/read-side/audit/actions';
import { auditedOfficer } from '@probity/read-side/audit/audit-entry';
import { foundProvider } from '@probity/providers/found-provider';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { SignalQueries } from '@probity/read-side/providers/signal-queries';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';
import type { Secrets } from './sealed-secrets';
import { wake } from './signal-queue';
import { SignalWorker } from './signal-worker';

/** Carries out what staff request of providers. */
@Controller()
export class ProvidersHandler {
  constructor(
    private readonly providers: Providers,
    private readonly checks: ProviderChecks,
    private readonly requestKey: RequestKey,
    private readonly queries: ProviderQueries,
    private readonly signals: SignalQueries,
    private readonly actions: Actions,
    private readonly worker: SignalWorker,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(readProviderKey)
  async key() {
    return { public_key: this.requestKey.publicPem };
  }

  @OnCommand(configureProvider)
  async configure({ configuration, encrypted_secrets, as_seen, ...decision }: RequestOf<typeof configureProvider>) {
    const { tenant_id, plugin } = decision;
    const secrets =
      encrypted_secrets === undefined ? {} : this.decrypted(encrypted_secrets, secretsContext(tenant_id, plugin));
    return this.providers.configure(decision, configuration, secrets, as_seen);
  }

  @OnCommand(setProviderStatus)
  async setStatus(
    { status, as_seen, ...decision }: RequestOf<typeof setProviderStatus>,
    { operationId }: MessageContext = {},
  ) {
    return this.providers.setStatus(decision, status, { operationId, as_seen });
  }

  @OnCommand(testProvider)
  async test({ tenant_id, plugin }: RequestOf<typeof testProvider>): Promise<ProviderTest> {
    return this.checks.test(tenant_id, plugin);
  }

  @OnCommand(readProviderHealth)
  async health({ tenant_id, plugin }: RequestOf<typeof readProviderHealth>) {
    const { status } = foundProvider(plugin, await this.queries.provider(tenant_id, plugin));
    const counts = await this.signals.counts(tenant_id, plugin);
    return { plugin, status, ...(await this.checks.health(tenant_id, plugin)), ...counts };
  }

  @OnCommand(retryProviderSignal)
  async retry(
    { tenant_id, signal_id, reason, ...by }: RequestOf<typeof retryProviderSignal>,
    { operationId }: MessageContext = {},
  ) {
    const { plugin, status } = found('provider signal', signal_id, await this.signals.signal(tenant_id, signal_id));
    const applied = (): never => {
      throw invalid('signal_applied', `signal ${signal_id} is applied already. No changes were made.`);
    };
    const about = { tenant_id, subject_type: 'provider_signal' as const, subject_id: signal_id };
    const done = { action: 'provider_signal.retried', ...auditedOfficer(by), reason, data: { plugin } };
    await this.actions.perform(
      { id: operationId, ...about, ...done, at: this.time.now() },
      {
        check: async () => status !== 'applied' || applied(),
        work: async (sql) => (await wake(sql, tenant_id, signal_id)) || applied(),
      },
    );
    this.worker.wake();
    return found('provider signal', signal_id, await this.signals.signal(tenant_id, signal_id));
  }

  private decrypted(encrypted: string, context: string): Secrets {
    try {
      return JSON.parse(this.requestKey.decrypt(encrypted, context)) as Secrets;
    } catch (cause) {
      const message = 'the secrets cannot be decrypted; read the key again and repeat. No changes were made.';
      throw new Refusal('invalid', 'invalid_provider', message, { cause });
    }
  }
}
