import { Controller, Inject } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { screenCustomer } from '@probity/contracts/pipeline/commands';
import { SCREEN_CUSTOMER_MS } from '@probity/contracts/pipeline/limits';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { Stages } from '../stages/stage-modes';
import type { Screening } from '../stages/screening/screening-stage';
import { ThreadedScreening } from './threaded-screening';
import { withoutDismissed } from './raised-alerts';

@Controller()
export class ScreenCustomerHandler {
  constructor(
    @Inject(ThreadedScreening) private readonly screening: Screening,
    private readonly stages: Stages,
    private readonly settings: SettingsQueries,
    private readonly database: Database,
  ) {}

  @OnCommand(screenCustomer)
  async handle({ tenant_id, customer_id, profile }: RequestOf<typeof screenCustomer>) {
    const until = Date.now() + SCREEN_CUSTOMER_MS;
    const [{ settings }] = await Promise.all([this.settings.current(tenant_id), this.screening.refresh()]);
    const stage = this.stages.of(tenant_id, settings).screening;
    const { alerts, evidence } = await stage.screenProfile(tenant_id, customer_id, profile, settings, until);
    return { mode: stage.mode, entries: evidence.entries ?? 0, alerts: await withoutDismissed(this.database, alerts) };
  }
}
