import type { Finding } from '../stage-call';
import { constantKeys, isLeftOut, lossOf } from './damage-loss';
import { type Damage, damagesOf, UNKNOWN_WORD } from './damaged-json';
import { expectNothingPersonal } from './personal-texts';
import { kycOf, monitoringOf, screeningOf } from './stage-requests';

const finding = (severity: 'low' | 'high', key = 'k'): Finding => ({
  alert: { key, alert_type: 'provider_decision', severity, title: 't' },
  metadata: {},
});
const rejection: Finding = { kyc: { status: 'rejected', reason: 'forged' }, metadata: {} };
const approval: Finding = { kyc: { status: 'approved', reason: 'passed' }, metadata: {} };

it('damages each value of a document, also in lists, and leaves the document as it is', () => {
  const document = { hits: [{ id: 'a' }], total: 1 };
  const damages = damagesOf(document);
  expect(damages.map(({ what }) => what)).toEqual([
    'hits is missing',
    'hits = null',
    'hits = {}',
    'hits = "text"',
    'hits.0 = null',
    'hits.0 = []',
    'hits.0 = "text"',
    'hits.0.id is missing',
    'hits.0.id = null',
    'hits.0.id = 42',
    'hits.0.id = {}',
    'hits.0.id = []',
    `hits.0.id = "${UNKNOWN_WORD}"`,
    'total is missing',
    'total = null',
    'total = "text"',
    'total = {}',
    'total = 2',
  ]);
  expect(damages[7]).toMatchObject({ kind: 'missing', field: 'hits.id', document: { hits: [{}], total: 1 } });
  expect(damages.at(-1)).toMatchObject({ kind: 'number', document: { hits: [{ id: 'a' }], total: 2 } });
  expect(document).toEqual({ hits: [{ id: 'a' }], total: 1 });
});

it.each<[string, Finding[], Finding[], string | undefined]>([
  ['as much', [finding('low'), approval], [approval, finding('high')], undefined],
  ['more', [finding('low')], [finding('low'), finding('low')], undefined],
  ['fewer findings', [finding('low'), approval], [finding('low')], 'gives 1 instead of 2'],
  ['fewer alerts', [finding('low')], [approval], 'gives fewer alerts'],
  ['an approval instead of a rejection', [rejection], [approval], 'gives fewer alerts'],
  ['a less severe alert', [finding('low'), finding('high')], [finding('low'), finding('low')], 'a less severe alert'],
])('compares what a damaged document gives: %s', (_, whole, damaged, loss) => {
  const found = lossOf(whole, damaged);
  expect(found).toEqual(loss === undefined ? undefined : expect.stringContaining(loss));
});

it('lets optional fields be missing or null, and nothing else', () => {
  const damage = (kind: Damage['kind'], field: string) => ({ kind, field }) as Damage;
  expect(isLeftOut(damage('missing', 'hits.topics'), ['topics'])).toBe(true);
  expect(isLeftOut(damage('null', 'topics'), ['topics'])).toBe(true);
  expect(isLeftOut(damage('type', 'topics'), ['topics'])).toBe(false);
  expect(isLeftOut(damage('missing', 'hits.subtopics'), ['topics'])).toBe(false);
});

it('finds keys that stay whatever changes', () => {
  const whole = [finding('high', 'case:1'), finding('high', 'constant')];
  const changed = [finding('high', 'case:2'), finding('high', 'constant')];
  expect(constantKeys(whole, [whole, changed, []])).toEqual(['constant']);
});

it.each([
  ['the name', kycOf(), { note: 'asked about JANE DOE' }],
  ['the date of birth', kycOf(), '1980-02-03'],
  ['the name of a subject', screeningOf({ name: 'John Roe' }), ['John Roe']],
  ['a text of the payload', monitoringOf({ counterparty: { name: 'Mary Moe' } }), new Error('no Mary Moe')],
])('finds %s where staff read it', (_, request, shown) => {
  expect(() => expectNothingPersonal(request, shown)).toThrow();
});

it('lets references and allowed texts be shown', () => {
  expectNothingPersonal(kycOf({ kyc_provider_ref: 'app_1' }), ['app_1', 'ACC-1']);
  expectNothingPersonal(monitoringOf({ amount: '10.00' }), { amount: '10.00' }, ['10.00']);
});
