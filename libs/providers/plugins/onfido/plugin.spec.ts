import { createHmac } from 'node:crypto';
import { readWebhook } from '../../read-webhook';
import { pluginContract } from '../../testing/plugin-contract';
import { plugin } from './plugin';

const configuration = { webhook_token: 'the-token-of-the-webhook' };

const RUN = '11111111-2222-4333-8444-555555555555';
const APPLICANT = '66666666-7777-4888-8999-000000000000';
const run = { id: RUN, completed_at_iso8601: '2026-03-04T05:06:00Z', href: `https://api.example.com/runs/${RUN}` };
const resource = {
  id: RUN,
  applicant_id: APPLICANT,
  customer_user_id: 'ACC-1',
  workflow_id: 'ffffffff-2222-4333-8444-555555555555',
  workflow_version_id: 3,
  dashboard_url: `https://dashboard.example.com/results/${RUN}`,
  output: { passport_number: 'not to be shown' },
  reasons: ['document_forged', 'face_differs'],
  error: null,
};
const eventOf = (object: object, given: object | undefined = resource) => ({
  payload: { resource_type: 'workflow_run', action: 'workflow_run.completed', object, resource: given },
});
const metadata = { workflow_run_id: RUN, workflow_id: resource.workflow_id, dashboard_url: resource.dashboard_url };
const signalFor = (status: string) => ({
  id: `workflow_run.completed:${RUN}:${status}:2026-03-04T05:06:00Z`,
  event_source: 'workflow_run.completed',
  occurred_at: '2026-03-04T05:06:00.000Z',
  customer: { ref: APPLICANT, account_ref: 'ACC-1' },
});

const signed = (body: Buffer, token = configuration.webhook_token, algorithm = 'sha256'): Record<string, string> => ({
  'x-sha2-signature': createHmac(algorithm, token).update(body).digest('hex'),
});

/** Published in the tests of Onfido's SDK: https://github.com/onfido/onfido-node (test/*-webhook-event-verifier.test.ts). */
const vectors = [
  {
    name: 'a completed check',
    configuration: { webhook_token: '_ABC123abc123ABC123abc123ABC123_' },
    headers: { 'x-sha2-signature': 'a0082d7481f9f0a2907583dbe1f344d6d4c0d9989df2fd804f98479f60cd760e' },
    body: '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"check-123","status":"complete","completed_at_iso8601":"2020-01-01T00:00:00Z","href":"https://api.onfido.com/v3/checks/check-123"}}}',
  },
  {
    name: 'a started task of a workflow',
    configuration: { webhook_token: 'YKOC6mkBxi6yK2zlUIrLMvsJMFEZObP5' },
    headers: { 'x-sha2-signature': 'c95a5b785484f6fa1bc25f381b5595d66bf85cb442eefb06aa007802ee6a4dfa' },
    body: '{"payload":{"resource_type":"workflow_task","action":"workflow_task.started","object":{"id":"profile_1eb92","task_spec_id":"profile_1eb92","task_def_id":"profile_data","workflow_run_id":"bc77c6e5-753a-4580-96a6-aaed3e5a8d19","status":"started","started_at_iso8601":"2024-07-10T12:49:09Z","href":"https://api.eu.onfido.com/v3.6/workflow_runs/bc77c6e5-753a-4580-96a6-aaed3e5a8d19/tasks/profile_1eb92"},"resource":{"created_at":"2024-07-10T12:49:09Z","id":"profile_1eb92","workflow_run_id":"bc77c6e5-753a-4580-96a6-aaed3e5a8d19","updated_at":"2024-07-10T12:49:09Z","input":{},"task_def_version":null,"task_def_id":"profile_data","output":null}}}',
  },
];

pluginContract(plugin, {
  configuration,
  webhooks: {
    sign: (body, { webhook_token }) => signed(body, webhook_token),
    secret: 'webhook_token',
    examples: [
      {
        name: 'a declined workflow run',
        body: eventOf({ ...run, status: 'declined' }),
        signals: [
          {
            ...signalFor('declined'),
            kyc: { status: 'rejected', reason: 'document_forged, face_differs' },
            alert: {
              key: `kyc:${RUN}`,
              alert_type: 'kyc_rejected',
              severity: 'high',
              title: 'Onfido rejected the identity: document_forged, face_differs',
            },
            metadata: { ...metadata, run_status: 'declined', reject_labels: ['document_forged', 'face_differs'] },
          },
        ],
      },
      {
        name: 'an approved workflow run of an applicant whom the institution gave no id',
        body: eventOf({ ...run, status: 'approved' }, { ...resource, customer_user_id: undefined, reasons: null }),
        signals: [
          {
            ...signalFor('approved'),
            customer: { ref: APPLICANT },
            kyc: { status: 'approved', reason: 'the workflow run ended with the status approved' },
            metadata: { ...metadata, run_status: 'approved' },
          },
        ],
      },
      { name: 'a completed check', body: vectors[0]!.body, signals: [] },
      { name: 'a started task of a workflow', body: vectors[1]!.body, signals: [] },
    ],
    forgeries: [{ name: 'SHA-1', headers: (body, { webhook_token }) => signed(body, webhook_token, 'sha1') }],
    vectors,
  },
});

function read(body: object) {
  const raw = Buffer.from(JSON.stringify(body));
  return readWebhook(plugin, { headers: signed(raw), body: raw, receivedAt: 0 }, configuration);
}

it.each([
  ['review', 'in_review'],
  ['error', 'in_review'],
  ['abandoned', 'pending'],
])('a run that ends with %s means %s, without an alert', (status, kyc) => {
  const [signal] = read(eventOf({ ...run, status }));
  expect(signal).toMatchObject({ ...signalFor(status), kyc: { status: kyc }, metadata: { run_status: status } });
  expect(signal).not.toHaveProperty('alert');
  expect(signal!.metadata).not.toHaveProperty('reject_labels');
});

it('shows none of the output of the workflow', () => {
  expect(JSON.stringify(read(eventOf({ ...run, status: 'declined' })))).not.toContain('not to be shown');
});

it('gives a later decision on the same run another id', () => {
  const ids = [
    { ...run, status: 'review' },
    { ...run, status: 'declined', completed_at_iso8601: '2026-03-05T05:06:00Z' },
    { ...run, status: 'declined' },
  ].map((object) => read(eventOf(object))[0]!.id);
  expect(new Set(ids).size).toBe(3);
});

it.each([
  ['an unknown status', eventOf({ ...run, status: 'maybe' })],
  ['no status', eventOf(run)],
  ['no resource', { payload: { ...eventOf({ ...run, status: 'declined' }).payload, resource: undefined } }],
  ['no applicant', eventOf({ ...run, status: 'declined' }, { ...resource, applicant_id: null })],
  ['a time without a zone', eventOf({ ...run, status: 'declined', completed_at_iso8601: '2026-03-04T05:06:00' })],
])('does not guess at a completed run with %s', (_, body) => {
  const unreadable = expect.objectContaining({ name: 'WebhookRejected', why: 'unreadable' });
  expect(() => read(body)).toThrow(unreadable);
});
