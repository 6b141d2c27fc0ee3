import { type Command, Option } from 'commander';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { DeliveryStatus, WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { DELIVERY_STATUSES } from '@probity/contracts/webhooks/words';
import { apiPath } from '../connection/api-path';
import { listUpTo, moreText } from '../connection/list-up-to';
import { group, subcommand } from '../help';
import { count } from '../output/count';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type DecisionOptions, type OfficerOption, officerOf, withDecision, withOfficer } from './decision-options';
import { type LimitOption, withLimit } from './limit-option';
import { replayAll } from './replay-all';
import { type TenantOption, withTenant } from './tenant-option';
import { DELIVERY_COLUMNS, deliveryReport, ENDPOINT_COLUMNS, endpointReport, statusText } from './webhook-report';
import { addWebhooksListenCommand } from './webhooks-listen';

const ID = '0199d5a0-0000-7000-8000-000000000000';

interface DeliveryFilterOptions extends TenantOption, LimitOption {
  status?: DeliveryStatus;
}

interface TestOptions extends TenantOption, OfficerOption {
  eventType?: WebhookEventType;
}

interface ReplayOptions extends TenantOption, OfficerOption {
  since: string;
  until?: string;
}

export function addWebhookCommands(program: Command, surroundings: Surroundings): void {
  const webhooks = group(
    program,
    'webhooks',
    'where institutions hear of alerts, and what became of each delivery',
    'webhooks list --tenant bank',
  );
  const pathOf = (tenant: string, ...rest: string[]): string => apiPath('tenants', tenant, 'webhooks', ...rest);
  const deliveryPath = (tenant: string, ...rest: string[]): string =>
    apiPath('tenants', tenant, 'webhook-deliveries', ...rest);

  const list = subcommand(
    webhooks,
    'list',
    "list a tenant's webhook endpoints, oldest first",
    'webhooks list --tenant bank',
  );
  withLimit(withTenant(list)).action(async ({ tenant, limit }: TenantOption & LimitOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const found = await listUpTo<WebhookEndpoint>(backOffice, pathOf(tenant), {}, limit);
    answer(found, table(found.items, ENDPOINT_COLUMNS, `Tenant ${tenant} has no webhook endpoints.`) + moreText(found));
  });

  const show = subcommand(
    webhooks,
    'show <endpoint-id>',
    'show an endpoint: why it is disabled, and since when it has only failed',
    `webhooks show --tenant bank ${ID}`,
  );
  withTenant(show).action(async (endpointId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const endpoint = await backOffice.get<WebhookEndpoint>(pathOf(tenant, endpointId));
    answer(endpoint, endpointReport(endpoint));
  });

  const deliveries = subcommand(
    webhooks,
    'deliveries <endpoint-id>',
    'list the deliveries to an endpoint, newest first',
    `webhooks deliveries --tenant bank ${ID} --status failed`,
  ).addOption(new Option('--status <status>', 'only deliveries of this status').choices(DELIVERY_STATUSES));
  withLimit(withTenant(deliveries)).action(
    async (endpointId: string, { tenant, limit, status }: DeliveryFilterOptions, command: Command) => {
      const { backOffice, answer } = openSession(command, surroundings);
      const path = pathOf(tenant, endpointId, 'deliveries');
      const found = await listUpTo<WebhookDeliveryDetail>(backOffice, path, { status }, limit);
      answer(found, table(found.items, DELIVERY_COLUMNS, 'It has no such deliveries.') + moreText(found));
    },
  );

  const delivery = subcommand(
    webhooks,
    'delivery <delivery-id>',
    'show a delivery with its attempts',
    `webhooks delivery --tenant bank ${ID}`,
  );
  withTenant(delivery).action(async (deliveryId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const found = await backOffice.get<WebhookDeliveryDetail>(deliveryPath(tenant, deliveryId));
    answer(found, deliveryReport(found));
  });

  const setStatus = (name: string, description: string, why: string): void => {
    const command = subcommand(
      webhooks,
      `${name} <endpoint-id>`,
      description,
      `webhooks ${name} --tenant bank ${ID} --reason "${why}"`,
    );
    withDecision(withTenant(command)).action(
      async (endpointId: string, options: TenantOption & DecisionOptions, self: Command) => {
        const { tenant, reason } = options;
        const { backOffice, answer } = openSession(self, surroundings);
        const body = { reason, officer: officerOf(options) };
        const before = await backOffice.get<WebhookEndpoint>(pathOf(tenant, endpointId));
        const after = await backOffice.post<WebhookEndpoint>(pathOf(tenant, endpointId, name), body);
        answer(after, statusText(before, after));
      },
    );
  };
  setStatus('disable', 'stop sending to an endpoint', 'the bank asked for it');
  setStatus('enable', 'send to a disabled endpoint again', 'its receiver is back');

  const test = subcommand(
    webhooks,
    'test <endpoint-id>',
    'send an endpoint an event that tells of no real alert',
    `webhooks test --tenant bank ${ID} --event-type alert.created --officer "Ada Byron"`,
  ).addOption(
    new Option('--event-type <type>', 'of this type; without it one that the endpoint is told of').choices(
      WEBHOOK_EVENT_TYPES,
    ),
  );
  withOfficer(withTenant(test)).action(async (endpointId: string, options: TestOptions, command: Command) => {
    const { tenant, eventType } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { event_type: eventType, officer: officerOf(options) };
    const sent = await backOffice.post<WebhookDeliveryDetail>(pathOf(tenant, endpointId, 'test'), body);
    answer(sent, `${sent.event_type} goes out as a test. ${seeWhatBecomes(tenant, sent)}`);
  });

  const resend = subcommand(
    webhooks,
    'resend <delivery-id>',
    'send a delivery again, at once, whatever became of it before',
    `webhooks resend --tenant bank ${ID}`,
  );
  withOfficer(withTenant(resend)).action(
    async (deliveryId: string, options: TenantOption & OfficerOption, command: Command) => {
      const { tenant } = options;
      const { backOffice, answer } = openSession(command, surroundings);
      const path = deliveryPath(tenant, deliveryId, 'resend');
      const sent = await backOffice.post<WebhookDeliveryDetail>(path, { officer: officerOf(options) });
      answer(sent, `${sent.event_type} is sent again. ${seeWhatBecomes(tenant, sent)}`);
    },
  );

  const replay = subcommand(
    webhooks,
    'replay <endpoint-id>',
    'send again every delivery that has failed for good since a time',
    `webhooks replay --tenant bank ${ID} --since 2026-03-01T12:00:00Z`,
  )
    .requiredOption(
      '--since <time>',
      'deliveries made from this day or time on; a bare day, such as 2026-03-01, begins at 00:00 UTC',
    )
    .option('--until <time>', 'only those made before this day or time; a bare day counts as its 00:00 UTC');
  withOfficer(withTenant(replay)).action(async (endpointId: string, options: ReplayOptions, command: Command) => {
    const { tenant, since, until } = options;
    const { backOffice, answer, progress } = openSession(command, surroundings);
    const body = { since, until, officer: officerOf(options) };
    const path = pathOf(tenant, endpointId, 'replay');
    const show = (replayed: number): void => progress.show(`${count(replayed, 'delivery', 'deliveries')} so far`);
    const replayed = await replayAll(backOffice, path, body, show).finally(progress.clear);
    answer(
      { replayed },
      replayed === 0
        ? 'Nothing that was made in this time has failed for good.'
        : `Sending ${count(replayed, 'delivery', 'deliveries')} again.`,
    );
  });

  addWebhooksListenCommand(webhooks, surroundings);
}

const seeWhatBecomes = (tenant: string, { id }: WebhookDeliveryDetail): string =>
  `To see what becomes of it: probity webhooks delivery --tenant ${tenant} ${id}`;
