import { createHmac } from 'node:crypto';
import { pluginContract } from '../../testing/plugin-contract';
import { kycOf } from '../../testing/stage-requests';
import { plugin } from './plugin';

const failed = { id: 'chk_1', applicant_id: 'app_1', status: 'failed', reasons: ['FORGED_DOCUMENT'] };
const event = { id: 'evt_1', type: 'check.completed', at: '2026-03-04T05:06:00Z', check: failed };
const rejection = {
  kyc: { status: 'rejected' as const, reason: 'FORGED_DOCUMENT' },
  alert: {
    key: 'kyc:chk_1',
    alert_type: 'kyc_rejected',
    severity: 'high' as const,
    title: 'Acme Check rejected the identity: FORGED_DOCUMENT',
  },
  metadata: { check_id: 'chk_1', reject_labels: ['FORGED_DOCUMENT'] },
};

pluginContract(plugin, {
  configuration: {
    base_url: 'https://api.acme.example',
    api_key: 'the secret of the API',
    webhook_secret: 'the secret of the webhooks',
  },
  stages: {
    kyc: {
      nothingFoundStatuses: [404],
      examples: [
        {
          name: 'a failed check',
          request: kycOf({ kyc_provider_ref: 'app_1' }),
          respond: ({ path }) => (path === '/applicants/app_1/check' ? { body: failed } : { status: 404 }),
          findings: [rejection],
        },
        {
          name: 'an unknown applicant',
          request: kycOf({ kyc_provider_ref: 'app_2' }),
          respond: () => ({ status: 404 }),
          findings: [],
        },
      ],
    },
  },
  webhooks: {
    sign(body, { webhook_secret }, at) {
      const time = String(Math.floor(at.getTime() / 1_000));
      const signature = createHmac('sha256', webhook_secret).update(`${time}.`).update(body).digest('hex');
      return { 'x-acme-time': time, 'x-acme-signature': signature };
    },
    secret: 'webhook_secret',
    replayWindowSeconds: 300,
    examples: [
      {
        name: 'a failed check',
        body: event,
        signals: [
          {
            id: 'evt_1',
            event_source: 'check.completed',
            occurred_at: '2026-03-04T05:06:00.000Z',
            customer: { ref: 'app_1' },
            ...rejection,
          },
        ],
      },
      { name: 'an event that does not matter', body: { ...event, type: 'check.started' }, signals: [] },
    ],
  },
  test: ({ path, headers }) => ({ status: path === '/me' && headers['x-api-key'] ? 200 : 404 }),
});
