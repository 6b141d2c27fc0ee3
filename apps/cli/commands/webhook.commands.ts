import type { WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { DELIVERY_STATUSES } from '@probity/contracts/webhooks/words';
import { WEBHOOK_EVENT_TYPES } from '@probity/webhook-verification/webhook-event';
import { command, group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import { count } from '../output/count';
import { replayAll } from './replay-all';
import { DELIVERY_COLUMNS, deliveryReport, ENDPOINT_COLUMNS, endpointReport, statusText } from './webhook-report';
import { addWebhooksListenCommand } from './webhooks-listen';

const setStatus = (name: string, summary: string, why: string) =>
  command({
    usage: `${name} <endpoint-id>`,
    summary,
    example: `--reason "${why}"`,
    path: 'tenants/{tenant}/webhooks/{endpoint-id}',
    options: DECISION,
    run: async ({ reason }, { backOffice, path, answer }) => {
      const before = await backOffice.get<WebhookEndpoint>(path);
      const after = await backOffice.post<WebhookEndpoint>(`${path}/${name}`, { reason });
      answer(after, statusText(before, after));
    },
  });

export const addWebhookCommands = group(
  'webhooks',
  'webhook endpoints of institutions, and the deliveries to them',
  'list --tenant acme',
  [
    list({
      usage: 'list',
      summary: "list a tenant's webhook endpoints, oldest first",
      path: 'tenants/{tenant}/webhooks',
      columns: ENDPOINT_COLUMNS,
      nothing: 'Tenant {tenant} has no webhook endpoints.',
    }),
    show({
      usage: 'show <endpoint-id>',
      summary: 'show an endpoint: its status, the reason, and since when its deliveries fail',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}',
      report: endpointReport,
    }),
    list({
      usage: 'deliveries <endpoint-id>',
      summary: 'list the deliveries to an endpoint, newest first',
      example: '--status failed',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}/deliveries',
      filters: { status: optional('--status <status>', 'only deliveries with this status', DELIVERY_STATUSES) },
      columns: DELIVERY_COLUMNS,
      nothing: 'The endpoint has no such deliveries.',
    }),
    show({
      usage: 'delivery <delivery-id>',
      summary: 'show a delivery with its attempts',
      path: 'tenants/{tenant}/webhook-deliveries/{delivery-id}',
      report: deliveryReport,
    }),
    setStatus('disable', 'stop sending to an endpoint', 'the bank asked for it'),
    setStatus('enable', 'send to a disabled endpoint again', 'its receiver is back'),
    change({
      usage: 'test <endpoint-id>',
      summary: 'send a test event, which reports no real alert, to an endpoint',
      example: '--event-type alert.created',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}/test',
      options: {
        event_type: optional(
          '--event-type <type>',
          "the type of the event; one of the endpoint's event types if omitted",
          WEBHOOK_EVENT_TYPES,
        ),
      },
      report: (sent: WebhookDeliveryDetail, { tenant }) =>
        `Sending ${sent.event_type} as a test. ${seeWhatBecomes(tenant, sent)}`,
    }),
    change({
      usage: 'resend <delivery-id>',
      summary: 'send a delivery again now, whatever its status',
      example: '--reason "the receiver lost it"',
      path: 'tenants/{tenant}/webhook-deliveries/{delivery-id}/resend',
      options: DECISION,
      report: (sent: WebhookDeliveryDetail, { tenant }) =>
        `Sending ${sent.event_type} again. ${seeWhatBecomes(tenant, sent)}`,
    }),
    command({
      usage: 'replay <endpoint-id>',
      summary: 'send the failed deliveries of a period again',
      example: '--since 2026-03-01T12:00:00Z --reason "the receiver was down"',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}/replay',
      options: {
        since: required(
          '--since <time>',
          'deliveries created at or after this day or time; a day such as 2026-03-01 means 00:00 UTC',
        ),
        until: optional('--until <time>', 'only deliveries created before this day or time; a day means 00:00 UTC'),
        ...DECISION,
      },
      run: async ({ since, until, reason }, { backOffice, path, answer, progress }) => {
        const soFar = (replayed: number): void => progress.show(`${count(replayed, 'delivery', 'deliveries')} so far`);
        const body = { since, until, reason };
        const replayed = await replayAll(backOffice, path, body, soFar).finally(progress.clear);
        answer(
          { replayed },
          replayed === 0
            ? 'No delivery of this period has failed.'
            : `Sending ${count(replayed, 'delivery', 'deliveries')} again.`,
        );
      },
    }),
    addWebhooksListenCommand,
  ],
);

const seeWhatBecomes = (tenant: string, { id }: WebhookDeliveryDetail): string =>
  `To see the outcome, run: probity webhooks delivery --tenant ${tenant} ${id}`;
