import { businessRisk, isCompanyName } from './business-risk';
import { BUSINESS_KINDS, RISK_WORDS } from './business-risk-data';
import { highestAmount } from './income-range';
import { phraseIn, phrasesOf } from './phrases';

const none = { business_words: {} };

describe('the risk of a business', () => {
  it.each([
    ['Bureau de Change', 'high', 'money services'],
    ['CRYPTO_EXCHANGE', 'high', 'virtual assets'],
    ['Jewellery & diamonds', 'high', 'precious metals and stones'],
    ['arms dealers', 'high', 'arms and defence'],
    ['Charities', 'elevated', 'charities and non-profit'],
    ['Real-Estate brokerage', 'elevated', 'real estate'],
    ['restaurant and casino', 'high', 'gambling'],
    ['casinò', 'high', 'gambling'],
    ['goldsmith school', 'standard', ''],
    ['Armstrong consulting', 'standard', ''],
    ['self-defence classes', 'standard', ''],
    ['', 'standard', ''],
  ])('%s', (text, risk, kind) => expect(businessRisk([text], none)).toMatchObject({ risk, kind }));

  it('does not join phrases across texts', () => {
    expect(businessRisk(['money', 'transfer of knowledge'], none).risk).toBe('standard');
    expect(businessRisk([undefined, 'money transfer'], none).risk).toBe('high');
  });

  it('applies the longest phrase of the institution', () => {
    const own = {
      business_words: { casino: 'elevated', 'casino hotel with spa and a golf course': 'standard' },
    } as const;
    expect(businessRisk(['Casino Hotel with Spa and a Golf Course'], own).risk).toBe('standard');
    expect(businessRisk(['casinos'], own).risk).toBe('elevated');
  });

  it('finds every word of its lists', () => {
    for (const { kind, risk, words } of BUSINESS_KINDS) {
      for (const word of words) {
        expect(phrasesOf(word)).toContain(word);
        expect([word, businessRisk([word], none)]).toEqual([word, expect.objectContaining({ risk })]);
        expect(kind).not.toBe('');
      }
    }
    for (const phrase of RISK_WORDS.harmless_phrases) expect(phrase.split(' ')).toHaveLength(2);
  });
});

it('finds only whole words, and returns the first phrase of the list', () => {
  expect(phraseIn('Cash sales at the market', ['market', 'cash sale'])).toBe('market');
  expect(phraseIn('cashew farm', ['cash'])).toBeUndefined();
  expect(phraseIn(undefined, ['cash'])).toBeUndefined();
});

it.each([
  ['Blue Reef Holdings Ltd.', true],
  ['ACME GmbH', true],
  ['Smith Family Trust', true],
  ['Maria Sa', false],
  ['Limited Edition Smith', false],
  ['王小明', false],
  ['', false],
])('%s is a company: %s', (name, is) => expect(isCompanyName(name)).toBe(is));

it.each([
  ['50,000-75,000 EUR', 75_000],
  ['EUR 1.250.000', 1_250_000],
  ['over 250 000', 250_000],
  ['1.5m', 1_500_000],
  ['100k - 500k', 500_000],
  ['2 million', 2_000_000],
  ['12,345.67', 12_345.67],
  ['between 10000 and 20000', 20_000],
  ['5 meals', 5],
  ['high', 0],
  ['', 0],
])('the highest amount in %p is %d', (text, amount) => expect(highestAmount(text)).toBe(amount));
