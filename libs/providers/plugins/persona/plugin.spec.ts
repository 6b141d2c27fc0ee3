import { createHmac } from 'node:crypto';
import { readWebhook } from '../../read-webhook';
import { pluginContract } from '../../testing/plugin-contract';
import { plugin } from './plugin';

const configuration = { webhook_secret: 'the-secret-of-the-webhook' };
const NOW = new Date('2026-03-04T05:06:07Z');

const inquiry = {
  type: 'inquiry',
  id: 'inq_Example1',
  attributes: {
    status: 'declined',
    'reference-id': 'ACC-1',
    'reviewer-comment': 'The selfie shows another person.',
    tags: ['SELFIE_MISMATCH'],
    'created-at': '2026-03-03T10:00:00.000Z',
    fields: { 'name-first': { type: 'string', value: 'not to be shown' } },
  },
  relationships: {
    account: { data: { type: 'account', id: 'act_Example1' } },
    reviewer: { data: {} },
    verifications: { data: [] },
  },
};
const eventOf = (name: string, data: object = inquiry) => ({
  data: {
    type: 'event',
    id: 'evt_Example1',
    attributes: { name, 'created-at': '2026-03-04T05:06:00.123Z', payload: { data, included: [] } },
  },
});
const signalFor = (name: string) => ({
  id: 'evt_Example1',
  event_source: name,
  occurred_at: '2026-03-04T05:06:00.123Z',
  customer: { ref: 'act_Example1', account_ref: 'ACC-1' },
});
const metadata = { inquiry_id: 'inq_Example1', account_id: 'act_Example1' };
const rejection = {
  ...signalFor('inquiry.declined'),
  kyc: { status: 'rejected' as const, reason: 'The selfie shows another person.' },
  alert: {
    key: 'kyc:evt_Example1',
    alert_type: 'kyc_rejected',
    severity: 'high' as const,
    title: 'Persona rejected the identity: The selfie shows another person.',
  },
  metadata: { ...metadata, reject_labels: ['SELFIE_MISMATCH'] },
};

function signature(body: Buffer, secret = configuration.webhook_secret, at = NOW, algorithm = 'sha256'): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac(algorithm, secret).update(`${time}.`).update(body).digest('hex')}`;
}
const header = (value: string): Record<string, string> => ({ 'persona-signature': value });

pluginContract(plugin, {
  configuration,
  webhooks: {
    sign: (body, { webhook_secret }, at) => header(signature(body, webhook_secret, at)),
    secret: 'webhook_secret',
    rotated: (first, second) => header(`${first['persona-signature']} ${second['persona-signature']}`),
    replayWindowSeconds: 300,
    examples: [
      { name: 'a declined inquiry', body: eventOf('inquiry.declined'), signals: [rejection] },
      {
        name: 'an approved inquiry without account, reference, comment and tags',
        body: eventOf('inquiry.approved', {
          ...inquiry,
          attributes: { status: 'approved', 'reference-id': null, 'reviewer-comment': null, tags: [] },
          relationships: { account: { data: null } },
        }),
        signals: [
          {
            ...signalFor('inquiry.approved'),
            customer: {},
            kyc: { status: 'approved', reason: 'the inquiry was approved' },
            metadata: { inquiry_id: 'inq_Example1' },
          },
        ],
      },
      { name: 'an event about something else', body: eventOf('verification.failed', { id: 'ver_1' }), signals: [] },
    ],
    forgeries: [
      {
        name: 'SHA-512',
        headers: (body, { webhook_secret }, at) => header(signature(body, webhook_secret, at, 'sha512')),
      },
      {
        name: 'a signature without the time',
        headers: (body, { webhook_secret }, at) => {
          const [time] = signature(body, webhook_secret, at).split(',');
          return header(`${time},v1=${createHmac('sha256', webhook_secret).update(body).digest('hex')}`);
        },
      },
      {
        name: 'another time than the signed one',
        headers: (body, { webhook_secret }, at) => {
          const [, digest] = signature(body, webhook_secret, new Date(at.getTime() - 60_000)).split(',');
          return header(`t=${Math.floor(at.getTime() / 1_000)},${digest}`);
        },
      },
    ],
  },
});

function read(body: object, given: object = configuration, sign = (raw: Buffer) => signature(raw)) {
  const raw = Buffer.from(JSON.stringify(body));
  return readWebhook(plugin, { headers: header(sign(raw)), body: raw, receivedAt: NOW.getTime() }, { ...given });
}

describe('while the secret changes', () => {
  const other = 'the-other-secret-of-the-webhook';
  it('an old signature is rejected beside one of another secret', () => {
    const old = new Date(NOW.getTime() - 301_000);
    const sign = (raw: Buffer) => `${signature(raw, undefined, old)} ${signature(raw, other)}`;
    const unverified = expect.objectContaining({ name: 'WebhookRejected', why: 'unverified' });
    expect(() => read(eventOf('inquiry.declined'), configuration, sign)).toThrow(unverified);
  });
});

it.each([
  ['inquiry.marked-for-review', 'in_review'],
  ['inquiry.completed', 'in_review'],
  ['inquiry.failed', 'in_review'],
])('%s means %s, without an alert', (name, status) => {
  const [signal] = read(eventOf(name));
  expect(signal).toMatchObject({ ...signalFor(name), kyc: { status }, metadata });
  expect(signal).not.toHaveProperty('alert');
  expect(signal!.metadata).not.toHaveProperty('reject_labels');
});

it.each(['inquiry.created', 'inquiry.started', 'inquiry.expired', 'inquiry.transitioned', 'account.created'])(
  '%s gives none',
  (name) => {
    expect(read(eventOf(name))).toEqual([]);
  },
);

it.each([
  ['snake', (key: string) => key.replaceAll('-', '_')],
  ['camel', (key: string) => key.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())],
])('reads keys in %s case', (_, inflect) => {
  const text = JSON.stringify(eventOf('inquiry.declined')).replaceAll(
    /"([a-z-]+)":/g,
    (__, key: string) => `"${inflect(key)}":`,
  );
  expect(text).not.toContain('created-at');
  expect(read(JSON.parse(text) as object)).toEqual([rejection]);
});

it('refers to the customer by the inquiry when the tenant chooses so', () => {
  const [signal] = read(eventOf('inquiry.declined'), { ...configuration, customer_reference: 'inquiry' });
  expect(signal!.customer).toEqual({ ref: 'inq_Example1', account_ref: 'ACC-1' });
});

it('shows none of the data that the customer gave', () => {
  expect(JSON.stringify(read(eventOf('inquiry.declined')))).not.toContain('not to be shown');
});

it.each([
  ['no inquiry', eventOf('inquiry.declined', {})],
  ['no payload', { data: { id: 'evt_1', attributes: { name: 'inquiry.declined', 'created-at': NOW.toISOString() } } }],
  ['no id', { data: { attributes: eventOf('inquiry.declined').data.attributes } }],
])('does not guess at an event with %s', (_, body) => {
  const unreadable = expect.objectContaining({ name: 'WebhookRejected', why: 'unreadable' });
  expect(() => read(body)).toThrow(unreadable);
});
