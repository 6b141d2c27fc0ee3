import Type from 'typebox';
import { callStage } from './call-stage';
import { kycFinding } from './kyc-finding';
import { providerPlugin, type StageResult } from './plugin';
import { type ProviderApi, ProviderFailure } from './provider-api';
import { everythingIn } from './testing/plugin-fixtures';
import { kycOf } from './testing/stage-requests';

const api: ProviderApi = { request: () => Promise.reject(new Error('not called')), now: () => new Date(0) };
const empty: StageResult = { findings: [], evidence: {}, cacheSeconds: 0 };

const matchWith = (change: object) => ({
  metadata: {},
  alert: {
    key: 'match:1',
    alert_type: 'sanctions_match',
    severity: 'high',
    title: 'a match',
    match: {
      list: 'list',
      entry_id: '1',
      topics: ['sanction'],
      subject: 'customer',
      subject_name: 'Jane Doe',
      matched_name: 'Jane DOE',
      score: 0.9,
      ...change,
    },
  },
});

const calling = (kyc: () => Promise<unknown>) =>
  callStage(
    providerPlugin({
      name: 'acme',
      version: '1.0.0',
      title: 'Acme',
      stages: ['kyc'],
      configuration: Type.Object({}),
      secrets: [],
      baseUrl: () => 'https://api.example.com',
      kyc: kyc as () => Promise<StageResult>,
    }),
    'kyc',
    kycOf(),
    api,
    {},
  );

it('returns the result of the plugin', async () => {
  expect(await calling(async () => empty)).toEqual(empty);
});

it('accepts a match with the topics of lists, once', async () => {
  const found = matchWith({ topics: ['sanction', 'adverse-media'] });
  const result = { ...empty, findings: [found, found] };
  expect(await calling(async () => result)).toEqual({ ...empty, findings: [found] });
});

it('passes the failure of the provider on', async () => {
  const failure = new ProviderFailure('timeout', 'late');
  await expect(calling(() => Promise.reject(failure))).rejects.toBe(failure);
});

it('takes an error of the plugin as a response that it does not understand, and keeps no personal data', async () => {
  const failure: unknown = await calling(async () => {
    throw Object.assign(new SyntaxError('unexpected "Jane Doe"'), { input: 'Jane Doe' });
  }).catch((error) => error);
  expect(failure).toMatchObject({ name: 'ProviderFailure', why: 'not_understood' });
  expect(everythingIn(failure)).not.toContain('Jane Doe');
  expect(everythingIn(failure)).toMatch(/SyntaxError in the plugin.*\n\s+at .*call-stage\.spec/);
});

it('replaces characters that cannot be stored', async () => {
  const findings = [{ kyc: { status: 'rejected', reason: 'forged\u0000' }, metadata: { label: '\ud800' } }];
  expect(await calling(async () => ({ ...empty, findings }))).toEqual({
    ...empty,
    findings: [{ kyc: { status: 'rejected', reason: 'forged\uFFFD' }, metadata: { label: '\uFFFD' } }],
  });
});

it.each([
  [{ ...empty, evidence: { deep: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown } }],
  [undefined],
  [{ ...empty, incomplete: '' }],
  [{ ...empty, cacheSeconds: -1 }],
  [{ ...empty, cacheSeconds: 86_401 }],
  [{ ...empty, evidence: { raw: 'x'.repeat(40_000) } }],
  [{ ...empty, findings: [{ kyc: { status: 'perhaps', reason: 'x' }, metadata: {} }] }],
  [{ ...empty, findings: [{}] }],
  [{ ...empty, findings: [matchWith({ topics: ['SANCTIONS'] })] }],
  [{ ...empty, findings: [matchWith({ topics: [] })] }],
  [{ ...empty, findings: [matchWith({}), matchWith({ entry_id: '2' })] }],
  [{ ...empty, findings: Array.from({ length: 501 }, () => ({ metadata: {} })) }],
])('rejects a result out of bounds', async (result) => {
  await expect(calling(async () => result)).rejects.toMatchObject({ why: 'not_understood' });
});

it('makes an alert of a rejection only', () => {
  const kyc = { status: 'rejected' as const, reason: 'x'.repeat(2_000) };
  expect(kycFinding('Acme', 'd1', kyc, {}).alert).toMatchObject({ key: 'kyc:d1', alert_type: 'kyc_rejected' });
  expect(kycFinding('Acme', 'd1', kyc, {}).alert!.title.length).toBeLessThan(400);
  expect(kycFinding('Acme', 'd1', { status: 'approved', reason: 'passed' }, {}).alert).toBeUndefined();
});
