import Type from 'typebox';
import { providerPlugin } from './plugin';
import type { ProviderSignal, ProviderWebhook } from './provider-signal';
import { MAX_SIGNALS, readWebhook } from './read-webhook';

const signal: ProviderSignal = {
  id: 'event-1',
  event_source: 'applicantReviewed',
  occurred_at: '2026-01-02T03:04:05.678Z',
  customer: { ref: 'applicant-1' },
  kyc: { status: 'rejected', reason: 'the document is forged' },
  metadata: { reject_labels: ['FORGERY'] },
};

const reading = (read: (body: unknown, webhook: ProviderWebhook) => unknown, verify: () => void = () => undefined) =>
  providerPlugin({
    name: 'acme',
    version: '1.0.0',
    title: 'Acme',
    stages: ['kyc'],
    configuration: Type.Object({}),
    secrets: [],
    baseUrl: () => 'https://api.example.com',
    webhooks: { verify, read: (body, _, webhook) => read(body, webhook) as ProviderSignal[] },
  });
const webhook = (body: string | Buffer): ProviderWebhook => ({ headers: {}, body: Buffer.from(body), receivedAt: 0 });
const nestedIn = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const failure = (why: string, message: string | RegExp) =>
  expect.objectContaining({ name: 'WebhookRejected', why, message: expect.stringMatching(message) });

it('gives the reader the headers', () => {
  const plugin = reading((_, { headers }) => [{ ...signal, id: headers['webhook-id'] }]);
  const received = { ...webhook('{}'), headers: { 'webhook-id': 'event-3' } };
  expect(readWebhook(plugin, received, {})).toEqual([{ ...signal, id: 'event-3' }]);
});

it('returns the signals of the parsed body', () => {
  expect(
    readWebhook(
      reading((body) => [{ ...signal, id: body }]),
      webhook('"event-2"'),
      {},
    ),
  ).toEqual([{ ...signal, id: 'event-2' }]);
  expect(
    readWebhook(
      reading(() => []),
      webhook('{}'),
      {},
    ),
  ).toEqual([]);
});

it('returns a signal once that is there twice', () => {
  const plugin = reading(() => [signal, { ...signal }, { ...signal, id: 'event-2' }]);
  expect(readWebhook(plugin, webhook('{}'), {})).toEqual([signal, { ...signal, id: 'event-2' }]);
});

it('replaces characters that cannot be stored', () => {
  const kyc = { status: 'rejected', reason: 'forged\u0000 by \ud800' };
  const [read] = readWebhook(
    reading(() => [{ ...signal, id: 'event\u0000', kyc, metadata: { 'a\udc00': ['\u0000'] } }]),
    webhook('{}'),
    {},
  );
  expect(read).toEqual({
    ...signal,
    id: 'event\uFFFD',
    kyc: { status: 'rejected', reason: 'forged\uFFFD by \uFFFD' },
    metadata: { 'a\uFFFD': ['\uFFFD'] },
  });
});

it('verifies before it parses, and takes any failure to verify as a wrong signature', () => {
  const plugin = reading(
    () => [],
    () => {
      throw new TypeError('of the plugin');
    },
  );
  expect(() => readWebhook(plugin, webhook('no JSON'), {})).toThrow(failure('unverified', 'could not be verified'));
  expect(() => readWebhook({ ...plugin, webhooks: undefined }, webhook('{}'), {})).toThrow(
    failure('unverified', 'acme has no webhooks'),
  );
});

it.each(['no JSON of Jane Doe', '', Buffer.from([0x22, 0xff, 0x22])])('rejects %j without a quotation', (body) => {
  expect(() =>
    readWebhook(
      reading(() => []),
      webhook(body),
      {},
    ),
  ).toThrow(failure('unreadable', /^the body is not JSON in UTF-8$/));
});

it.each([
  ['an error of the plugin', (body: any) => body.data.id, 'unknown form'],
  ['no list', () => signal, 'invalid'],
  ['no id', () => [{ ...signal, id: '' }], '/0/id'],
  ['a local time', () => [{ ...signal, occurred_at: '2026-01-02T03:04:05' }], '/0/occurred_at'],
  ['an impossible time', () => [{ ...signal, occurred_at: '2026-13-02T03:04:05Z' }], '/occurred_at'],
  ['the year 0', () => [{ ...signal, occurred_at: '0000-01-02T03:04:05Z' }], '/occurred_at'],
  ['a deep value', () => [{ ...signal, metadata: { deep: nestedIn(50_000) } }], 'unknown form'],
  ['an unknown status', () => [{ ...signal, kyc: { status: 'maybe', reason: 'x' } }], '/0/kyc'],
  ['an unknown severity', () => [{ ...signal, alert: { key: 'a', alert_type: 'b', severity: 'x', title: 'c' } }], '/0'],
  ['the same id for different signals', () => [signal, { ...signal, metadata: {} }], 'the same id'],
  ['too many', () => Array.from({ length: MAX_SIGNALS + 1 }, () => signal), 'invalid'],
])('rejects what a plugin reads with %s', (_, read, message) => {
  expect(() => readWebhook(reading(read), webhook('{}'), {})).toThrow(failure('unreadable', message));
});
