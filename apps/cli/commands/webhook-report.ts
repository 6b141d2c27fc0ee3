import type { DeliveryAttempt, WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { count } from '../output/count';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { type Columns, facts, table } from '../output/table';

export const ENDPOINT_COLUMNS: Columns<WebhookEndpoint> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'FAILING SINCE', value: (row) => row.failing_since },
  { title: 'LABEL', value: (row) => row.label },
  { title: 'URL', value: (row) => row.url },
  { title: 'EVENTS', value: (row) => row.event_types.join(', ') },
];

export const DELIVERY_COLUMNS: Columns<WebhookDeliveryDetail> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'CREATED', value: (row) => row.created_at },
  { title: 'EVENT', value: (row) => eventText(row) },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'ATTEMPTS', value: (row) => row.attempt_count, align: 'right' },
  { title: 'RESPONSE', value: (row) => row.response_status },
  { title: 'NEXT ATTEMPT', value: (row) => nextAttempt(row) },
  { title: 'LAST ERROR', value: (row) => row.error },
];

const ATTEMPT_COLUMNS: Columns<DeliveryAttempt> = [
  { title: '#', value: (row) => row.number, align: 'right' },
  { title: 'STARTED', value: (row) => row.at },
  { title: 'DURATION', value: (row) => `${row.duration_ms.toLocaleString('en-US')} ms`, align: 'right' },
  { title: 'RESPONSE', value: (row) => row.response_status },
  { title: 'X-SERVICE-DELIVERY-ID', value: (row) => row.id },
  { title: 'ERROR', value: (row) => row.error },
];

export function endpointReport(endpoint: WebhookEndpoint): string {
  return report(
    `Webhook endpoint ${endpoint.id}: ${printable(endpoint.label)}`,
    facts([
      ['url', endpoint.url],
      ['event types', endpoint.event_types.join(', ')],
      ['status', endpoint.status],
      ['reason', endpoint.status_reason],
      ['failing since', endpoint.failing_since],
      ['created', endpoint.created_at],
      ['changed', endpoint.updated_at],
    ]),
  );
}

/** The result of disabling or enabling an endpoint. If the endpoint already had the status, its reason is unchanged. */
export function statusText(before: WebhookEndpoint, { id, status, status_reason }: WebhookEndpoint): string {
  if (before.status !== status) return `Webhook endpoint ${id} is now ${status}.`;
  const why = status_reason === null ? '.' : `, because: ${printable(status_reason)}`;
  return `Webhook endpoint ${id} was already ${status}${why}`;
}

/** A delivery with each attempt that is still stored. */
export function deliveryReport(delivery: WebhookDeliveryDetail): string {
  return report(
    `Delivery ${delivery.id} of ${eventText(delivery)}`,
    facts([
      ['endpoint', delivery.endpoint_id],
      ['event', delivery.event_id],
      ['status', delivery.status],
      ['response', delivery.response_status],
      ['last error', delivery.error],
      ['attempts', delivery.attempt_count],
      ['next attempt', nextAttempt(delivery)],
      ['created', delivery.created_at],
      ['delivered', delivery.delivered_at],
    ]),
    section('Attempts', attemptsText(delivery)),
  );
}

function attemptsText({ attempts, attempt_count }: WebhookDeliveryDetail): string {
  const rows = table(attempts, ATTEMPT_COLUMNS, 'none with a known outcome');
  const unknown = attempt_count - attempts.length;
  if (unknown <= 0 || attempt_count === 0) return rows;
  const which = 'older, in progress, or interrupted before the outcome was known';
  return `${rows}\nNot shown: ${count(unknown, 'attempt', 'attempts')}, ${which}.`;
}

const eventText = ({ event_type, is_test }: WebhookDeliveryDetail): string =>
  is_test ? `${event_type} (test)` : event_type;

function nextAttempt({ status, next_retry_at }: WebhookDeliveryDetail): string {
  if (status === 'pending') return 'soon';
  if (status === 'failed') return next_retry_at ?? 'none';
  return '-';
}
