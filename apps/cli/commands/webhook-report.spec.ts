import type { WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { table } from '../output/table';
import { DELIVERY_COLUMNS, deliveryReport, ENDPOINT_COLUMNS, endpointReport, statusText } from './webhook-report';

const AT = '2026-03-01T10:00:00.000Z';

const ENDPOINT: WebhookEndpoint = {
  id: 'the-endpoint',
  tenant_id: 'the-tenant',
  label: 'core\nbanking',
  url: 'https://bank.example/hooks',
  event_types: ['alert.created', 'alert.resolved'],
  status: 'disabled',
  status_reason: 'the receiver returned 410',
  failing_since: AT,
  created_at: AT,
  updated_at: '2026-03-02T10:00:00.000Z',
};

const DELIVERY: WebhookDeliveryDetail = {
  id: 'the-delivery',
  endpoint_id: 'the-endpoint',
  event_type: 'alert.created',
  event_id: 'the-event',
  is_test: false,
  status: 'failed',
  response_status: 503,
  error: 'the receiver returned 503',
  attempt_count: 2,
  next_retry_at: '2026-03-01T10:35:00.000Z',
  delivered_at: null,
  created_at: AT,
  attempts: [
    { id: 'attempt-1', number: 1, at: AT, duration_ms: 15_000, response_status: null, error: 'no response in 15 s' },
    {
      id: 'attempt-2',
      number: 2,
      at: '2026-03-01T10:05:00.000Z',
      duration_ms: 31,
      response_status: 503,
      error: 'the receiver returned 503',
    },
  ],
};

describe('endpoints', () => {
  it('are listed with their state', () => {
    expect(table([ENDPOINT], ENDPOINT_COLUMNS, 'none')).toBe(
      `
ID            STATUS    FAILING SINCE             LABEL             URL                         EVENTS
the-endpoint  disabled  2026-03-01T10:00:00.000Z  core\\u{a}banking  https://bank.example/hooks  alert.created, alert.resolved`.slice(
        1,
      ),
    );
  });

  it('are shown with the reason why they are disabled', () => {
    expect(endpointReport(ENDPOINT)).toBe(`Webhook endpoint the-endpoint: core\\u{a}banking

  url            https://bank.example/hooks
  event types    alert.created, alert.resolved
  status         disabled
  reason         the receiver returned 410
  failing since  2026-03-01T10:00:00.000Z
  created        2026-03-01T10:00:00.000Z
  changed        2026-03-02T10:00:00.000Z`);
  });
});

describe('the report of disabling or enabling', () => {
  const ACTIVE: WebhookEndpoint = { ...ENDPOINT, status: 'active', status_reason: null };

  it('differs when nothing changed, and then shows the existing reason', () => {
    expect(statusText(ACTIVE, ENDPOINT)).toBe('Webhook endpoint the-endpoint is now disabled.');
    expect(statusText(ENDPOINT, ACTIVE)).toBe('Webhook endpoint the-endpoint is now active.');
    expect(statusText(ACTIVE, ACTIVE)).toBe('Webhook endpoint the-endpoint was already active.');
    expect(statusText(ENDPOINT, ENDPOINT)).toBe(
      'Webhook endpoint the-endpoint was already disabled, because: the receiver returned 410',
    );
  });
});

describe('deliveries', () => {
  const listed = (more: Partial<WebhookDeliveryDetail>): string =>
    table([{ ...DELIVERY, ...more }], DELIVERY_COLUMNS, 'none').split('\n')[1]!;

  it('are listed with their next attempt', () => {
    expect(table([DELIVERY], DELIVERY_COLUMNS, 'none')).toBe(
      `
ID            CREATED                   EVENT          STATUS  ATTEMPTS  RESPONSE  NEXT ATTEMPT              LAST ERROR
the-delivery  2026-03-01T10:00:00.000Z  alert.created  failed         2  503       2026-03-01T10:35:00.000Z  the receiver returned 503`.slice(
        1,
      ),
    );
    expect(listed({ next_retry_at: undefined })).toMatch(/failed +2 +503 +none +the receiver/);
    expect(listed({ status: 'pending', next_retry_at: undefined, response_status: null, error: null })).toMatch(
      /pending +2 +- +soon +-$/,
    );
    expect(listed({ status: 'succeeded', next_retry_at: undefined, is_test: true })).toMatch(
      /alert\.created \(test\) +succeeded +2 +503 +- /,
    );
  });

  it('are shown with each attempt and the delivery id that the receiver saw', () => {
    expect(deliveryReport(DELIVERY)).toBe(`Delivery the-delivery of alert.created

  endpoint      the-endpoint
  event         the-event
  status        failed
  response      503
  last error    the receiver returned 503
  attempts      2
  next attempt  2026-03-01T10:35:00.000Z
  created       2026-03-01T10:00:00.000Z
  delivered     -

Attempts:
#  STARTED                    DURATION  RESPONSE  X-SERVICE-DELIVERY-ID  ERROR
1  2026-03-01T10:00:00.000Z  15,000 ms  -         attempt-1              no response in 15 s
2  2026-03-01T10:05:00.000Z      31 ms  503       attempt-2              the receiver returned 503`);
  });

  it('state how many attempts are not shown', () => {
    expect(deliveryReport({ ...DELIVERY, attempt_count: 3 })).toMatch(/503\nNot shown: 1 attempt, older, in progress/);
    expect(deliveryReport({ ...DELIVERY, attempt_count: 0, attempts: [] })).toMatch(
      /Attempts:\nnone with a known outcome/,
    );
  });
});
