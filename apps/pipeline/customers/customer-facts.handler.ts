import { Controller } from '@nestjs/common';
import { reportFindings } from '@probity/contracts/customers/commands';
import { CustomerCreated, CustomerProfileChanged } from '@probity/contracts/customers/events';
import { CommandBus } from '@probity/messaging/command-bus';
import { OnFact } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { subjectsOfCustomer } from '../ingestion/event-reference';
import { adoptWaiting } from '../ingestion/inbox';
import { loadCustomers, type LoadedCustomer } from '../processing/load-customers';
import { Worker } from '@probity/platform/worker';
import { CustomerScreening } from '../screening/customer-screening';
import { withoutRaised } from '../screening/raised-alerts';
import { TimeSource } from '@probity/platform/time-source';

/**
 * Follows customers: gives each the events that waited for it, and screens it again. The second screening
 * makes up for what a crash left undone between a customer and its alerts, and sees list entries that
 * took effect while the customer was being made.
 */
@Controller()
export class CustomerFactsHandler {
  constructor(
    private readonly database: Database,
    private readonly commands: CommandBus,
    private readonly settings: SettingsQueries,
    private readonly screening: CustomerScreening,
    private readonly worker: Worker,
    private readonly time: TimeSource,
  ) {}

  @OnFact(CustomerCreated)
  async created({ customer_id }: CustomerCreated): Promise<void> {
    await this.follow(customer_id);
  }

  @OnFact(CustomerProfileChanged)
  async changed({ customer_id }: CustomerProfileChanged): Promise<void> {
    await this.follow(customer_id);
  }

  private async follow(customerId: string): Promise<void> {
    const customer = (await loadCustomers(this.database, [customerId])).get(customerId);
    if (!customer) throw new Error(`customer ${customerId} is not in the read side yet`);
    await this.adopt(customer);
    await this.screenAgain(customer);
  }

  private async adopt({ id, tenant_id, profile }: LoadedCustomer): Promise<void> {
    const { email, external_id = null, account_refs } = profile;
    const subjects = subjectsOfCustomer(tenant_id, { id, email, external_id, account_refs });
    const adopted = await this.database.transaction((sql) => adoptWaiting(sql, subjects, id));
    if (adopted > 0) this.worker.wake();
  }

  private async screenAgain({ id, tenant_id, profile }: LoadedCustomer): Promise<void> {
    const { settings } = await this.settings.current(tenant_id);
    if (settings.stages.screening !== 'native') return;
    await this.screening.refresh();
    const { alerts } = await this.screening.screenProfile(tenant_id, id, profile, settings);
    const missing = await withoutRaised(this.database, alerts);
    if (missing.length === 0) return;
    await this.commands.send(reportFindings, {
      tenant_id,
      customer_id: id,
      trigger_type: 'list_change',
      reason: `screening raised ${missing.length === 1 ? 'a match' : `${missing.length} matches`}`,
      occurred_at: this.time.now().toISOString(),
      alerts: missing,
    });
  }
}
