import type { WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { DELIVERY_STATUSES } from '@probity/contracts/webhooks/words';
import { WEBHOOK_EVENT_TYPES } from '@probity/webhook-verification/webhook-event';
import { command, group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, OFFICER, optional, required } from '../declaration/options';
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
    run: async ({ reason, officer }, { backOffice, path, answer }) => {
      const before = await backOffice.get<WebhookEndpoint>(path);
      const after = await backOffice.post<WebhookEndpoint>(`${path}/${name}`, { reason, officer });
      answer(after, statusText(before, after));
    },
  });

export const addWebhookCommands = group(
  'webhooks',
  'where institutions hear of alerts, and what became of each delivery',
  'list --tenant bank',
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
      summary: 'show an endpoint: why it is disabled, and since when it has only failed',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}',
      report: endpointReport,
    }),
    list({
      usage: 'deliveries <endpoint-id>',
      summary: 'list the deliveries to an endpoint, newest first',
      example: '--status failed',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}/deliveries',
      filters: { status: optional('--status <status>', 'only deliveries of this status', DELIVERY_STATUSES) },
      columns: DELIVERY_COLUMNS,
      nothing: 'It has no such deliveries.',
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
      summary: 'send an endpoint an event that tells of no real alert',
      example: '--event-type alert.created --officer "Ada Byron"',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}/test',
      options: {
        event_type: optional(
          '--event-type <type>',
          'of this type; without it one that the endpoint is told of',
          WEBHOOK_EVENT_TYPES,
        ),
        officer: OFFICER,
      },
      report: (sent: WebhookDeliveryDetail, { tenant }) =>
        `${sent.event_type} goes out as a test. ${seeWhatBecomes(tenant, sent)}`,
    }),
    change({
      usage: 'resend <delivery-id>',
      summary: 'send a delivery again, at once, whatever became of it before',
      path: 'tenants/{tenant}/webhook-deliveries/{delivery-id}/resend',
      options: { officer: OFFICER },
      report: (sent: WebhookDeliveryDetail, { tenant }) =>
        `${sent.event_type} is sent again. ${seeWhatBecomes(tenant, sent)}`,
    }),
    command({
      usage: 'replay <endpoint-id>',
      summary: 'send again every delivery that has failed for good since a time',
      example: '--since 2026-03-01T12:00:00Z',
      path: 'tenants/{tenant}/webhooks/{endpoint-id}/replay',
      options: {
        since: required(
          '--since <time>',
          'deliveries made from this day or time on; a bare day, such as 2026-03-01, begins at 00:00 UTC',
        ),
        until: optional(
          '--until <time>',
          'only those made before this day or time; a bare day counts as its 00:00 UTC',
        ),
        officer: OFFICER,
      },
      run: async ({ since, until, officer }, { backOffice, path, answer, progress }) => {
        const soFar = (replayed: number): void => progress.show(`${count(replayed, 'delivery', 'deliveries')} so far`);
        const body = { since, until, officer };
        const replayed = await replayAll(backOffice, path, body, soFar).finally(progress.clear);
        answer(
          { replayed },
          replayed === 0
            ? 'Nothing that was made in this time has failed for good.'
            : `Sending ${count(replayed, 'delivery', 'deliveries')} again.`,
        );
      },
    }),
    addWebhooksListenCommand,
  ],
);

const seeWhatBecomes = (tenant: string, { id }: WebhookDeliveryDetail): string =>
  `To see what becomes of it: probity webhooks delivery --tenant ${tenant} ${id}`;
