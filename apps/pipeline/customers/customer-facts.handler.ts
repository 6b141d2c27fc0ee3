import { Controller, Inject } from '@nestjs/common';
import { reportFindings } from '@probity/contracts/customers/commands';
import { CustomerCreated, CustomerProfileChanged } from '@probity/contracts/customers/events';
import { CommandBus } from '@probity/messaging/command-bus';
import type { MessageContext } from '@probity/messaging/command-call';
import { NotOnReadSideYet } from '@probity/messaging/deliver-fact';
import { OnFact } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { subjectsOfCustomer } from '../ingestion/event-reference';
import { wakeWaiting } from '../ingestion/wake-waiting';
import { loadCustomers, type LoadedCustomer } from '../processing/load-customers';
import { ProviderLanes } from '../processing/provider-lanes';
import { Worker } from '@probity/platform/worker';
import { wakeForCustomer } from '../providers/signal-queue';
import { SignalWorker } from '../providers/signal-worker';
import { Stages } from '../stages/stage-modes';
import type { Screening } from '../stages/screening/screening-stage';
import { ThreadedScreening } from '../screening/threaded-screening';
import { withoutRaised } from '../screening/raised-alerts';
import { TimeSource } from '@probity/platform/time-source';

const ERASED = 'SELECT FROM customer_risk.customers WHERE id = $1 AND erased_at IS NOT NULL';

/**
 * Handles new and changed customers: wakes the events and signals that wait for the customer, and screens it again.
 * The second screening raises alerts that a crash prevented, and includes list entries that took effect during the
 * creation of the customer.
 */
@Controller()
export class CustomerFactsHandler {
  constructor(
    private readonly database: Database,
    private readonly commands: CommandBus,
    private readonly settings: SettingsQueries,
    @Inject(ThreadedScreening) private readonly screening: Screening,
    private readonly stages: Stages,
    private readonly worker: Worker,
    private readonly lanes: ProviderLanes,
    private readonly signals: SignalWorker,
    private readonly time: TimeSource,
  ) {}

  @OnFact(CustomerCreated)
  async created({ customer_id }: CustomerCreated, context: MessageContext): Promise<void> {
    await this.follow(customer_id, context);
  }

  @OnFact(CustomerProfileChanged)
  async changed({ customer_id }: CustomerProfileChanged, context: MessageContext): Promise<void> {
    await this.follow(customer_id, context);
  }

  /**
   * When append and projection are two steps, the fact may arrive before the projection. The error then causes a
   * redelivery of the fact.
   *
   * @throws NotOnReadSideYet
   */
  private async follow(customerId: string, { revision = 0 }: MessageContext): Promise<void> {
    const customer = (await loadCustomers(this.database, [customerId])).get(customerId);
    if (!customer && (await this.isErased(customerId))) return;
    if (!customer || customer.revision < revision) {
      throw new NotOnReadSideYet(`the read side does not show revision ${revision} of customer ${customerId} yet`);
    }
    await this.wakeWaiting(customer);
    if (await wakeForCustomer(this.database, customer)) this.signals.wake();
    await this.screenBesideOthers(customer);
  }

  private async isErased(customerId: string): Promise<boolean> {
    return (await this.database.query(ERASED, [customerId])).rowCount === 1;
  }

  /** A provider may be slow. A tenant's customers then wait in its lane, and the facts of other tenants go on. */
  private async screenBesideOthers(customer: LoadedCustomer): Promise<void> {
    const { settings } = await this.settings.current(customer.tenant_id);
    const subject = { subject: `screening:${customer.id}`, tenant_id: customer.tenant_id };
    const isInLane = settings.stages.screening === 'plugin' && this.lanes.fitting([subject]).length > 0;
    if (isInLane) this.lanes.take(subject, () => this.screenAgain(customer));
    else await this.screenAgain(customer);
  }

  private async wakeWaiting({ id, tenant_id, profile }: LoadedCustomer): Promise<void> {
    const { email, external_id = null, account_refs } = profile;
    const subjects = subjectsOfCustomer(tenant_id, { id, email, external_id, account_refs });
    const woken = await this.database.transaction((sql) => wakeWaiting(sql, subjects, id));
    if (woken > 0) this.worker.wake();
  }

  private async screenAgain({ id, tenant_id, profile }: LoadedCustomer): Promise<void> {
    const { settings } = await this.settings.current(tenant_id);
    const { screening, kyc } = this.stages.of(tenant_id, settings);
    await this.screening.refresh();
    const { alerts } = await screening.screenProfile(tenant_id, id, profile, settings);
    const missing = await withoutRaised(this.database, alerts);
    if (missing.length === 0) return;
    await this.commands.send(reportFindings, {
      tenant_id,
      customer_id: id,
      trigger_type: 'list_change',
      reason: `screening found ${missing.length === 1 ? 'a match' : `${missing.length} matches`}`,
      occurred_at: this.time.now().toISOString(),
      alerts: missing,
      ...kyc.reported,
    });
  }
}
