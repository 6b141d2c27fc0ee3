import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { screenCustomer } from '@probity/contracts/pipeline/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { CustomerScreening } from './customer-screening';
import { withoutDismissed } from './raised-alerts';

@Controller()
export class ScreenCustomerHandler {
  constructor(
    private readonly screening: CustomerScreening,
    private readonly settings: SettingsQueries,
    private readonly database: Database,
  ) {}

  @OnCommand(screenCustomer)
  async handle({
    tenant_id,
    customer_id,
    profile,
  }: RequestOf<typeof screenCustomer>): Promise<ReplyOf<typeof screenCustomer>> {
    const [{ settings }] = await Promise.all([this.settings.current(tenant_id), this.screening.refresh()]);
    const mode = settings.stages.screening;
    if (mode !== 'native') return { mode, entries: 0, alerts: [] };
    const { alerts, evidence } = await this.screening.screenProfile(tenant_id, customer_id, profile, settings);
    return { mode, entries: evidence.entries, alerts: await withoutDismissed(this.database, alerts) };
  }
}
