import { type Command, Option } from 'commander';
import type { AlertSource, AlertStatus, Resolution, Severity } from '@probity/contracts/alerts/events';
import type { AlertDetail, AlertView } from '@probity/contracts/alerts/views';
import { ALERT_SOURCES, ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from '@probity/contracts/alerts/words';
import { apiPath } from '../connection/api-path';
import { type Filter, listUpTo, moreText } from '../connection/list-up-to';
import { group, subcommand } from '../help';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { ALERT_COLUMNS, alertReport } from './alert-report';
import { type DecisionOptions, officerOf, withDecision } from './decision-options';
import { type LimitOption, withLimit } from './limit-option';
import { type TenantOption, withTenant } from './tenant-option';

const ID = '0199d5a0-0000-7000-8000-000000000000';
const WHY = '--reason "another date of birth, seen on the passport"';

interface AlertFilterOptions extends TenantOption, LimitOption {
  status?: AlertStatus;
  severity?: Severity;
  source?: AlertSource;
  type?: string;
  customer?: string;
}

interface DecideOptions extends TenantOption, DecisionOptions {
  as?: Resolution;
}

export function addAlertCommands(program: Command, surroundings: Surroundings): void {
  const alerts = group(program, 'alerts', 'alerts, and what is decided on them', 'alerts list --tenant bank');

  const list = subcommand(
    alerts,
    'list',
    "list a tenant's alerts, newest first",
    'alerts list --tenant bank --status open --severity critical',
  )
    .addOption(new Option('--status <status>', 'only alerts of this status').choices(ALERT_STATUSES))
    .addOption(new Option('--severity <severity>', 'only alerts of this severity').choices(SEVERITIES))
    .addOption(new Option('--source <source>', 'only alerts that were found by this').choices(ALERT_SOURCES))
    .option('--type <type>', 'only alerts of this type, such as sanctions_match')
    .option('--customer <id>', 'only alerts of this customer');
  withLimit(withTenant(list)).action(async (options: AlertFilterOptions, command: Command) => {
    const { tenant, limit, status, severity, source, type, customer } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const filter: Filter = { status, severity, source, alert_type: type, customer_id: customer };
    const found = await listUpTo<AlertView>(backOffice, apiPath('tenants', tenant, 'alerts'), filter, limit);
    answer(found, table(found.items, ALERT_COLUMNS, `Tenant ${tenant} has no such alerts.`) + moreText(found));
  });

  const show = subcommand(
    alerts,
    'show <alert-id>',
    'show an alert with its evidence and what was decided on it',
    `alerts show --tenant bank ${ID}`,
  );
  withTenant(show).action(async (alertId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const alert = await backOffice.get<AlertDetail>(apiPath('tenants', tenant, 'alerts', alertId));
    answer(alert, alertReport(alert));
  });

  const decide = (name: string, description: string, example: string, became: string): Command => {
    const command = subcommand(
      alerts,
      `${name} <alert-id>`,
      description,
      `alerts ${name} --tenant bank ${ID} ${example}`,
    );
    return withDecision(withTenant(command)).action(async (alertId: string, options: DecideOptions, self: Command) => {
      const { tenant, reason, as } = options;
      const { backOffice, answer } = openSession(self, surroundings);
      const officer = officerOf(options);
      const path = apiPath('tenants', tenant, 'alerts', alertId, name);
      const decided = await backOffice.post<AlertDetail>(path, { reason, officer, resolution: as });
      answer(decided, `Alert ${decided.id} of customer ${decided.customer_id} is ${became} by ${officer}.`);
    });
  };
  decide('resolve', 'close an alert that was handled', `--as handled ${WHY}`, 'resolved').addOption(
    new Option('--as <resolution>', 'confirmed_match: the customer is the listed one; reported: to the authorities')
      .choices(RESOLUTIONS)
      .makeOptionMandatory(),
  );
  decide('dismiss', 'close an alert as a false positive; the same pair raises no alert again', WHY, 'dismissed');
  decide('escalate', 'mark an alert for a closer look; it stays active', WHY, 'escalated');
}
