import type { ScoringInput } from './scoring-input';
import { anna, coinExchange, inputOf, match, monitoringAlert, softwareHouse } from './testing/customers';
import { score, modelWith, reasonsOf, floorNames } from './testing/assessments';

describe('identity', () => {
  it('gives few points for an expired document if another one is valid', () => {
    const [valid] = anna.identity_documents;
    const old = { ...valid!, number: 'B9', expires_on: '2025-01-31' };
    const both = score(inputOf({ ...anna, identity_documents: [valid!, old] }, { kyc_status: 'approved' }));
    const onlyOld = score(inputOf({ ...anna, identity_documents: [old] }, { kyc_status: 'approved' }));
    expect(reasonsOf(both, 'identity')).toEqual(['50 passport of DE, expired on 2025-01-31']);
    expect(onlyOld.identity_score).toBe(300);
  });

  it('gives points for a minor and for inconsistent data', () => {
    const child = score(inputOf({ ...anna, date_of_birth: '2010-05-01' }, { kyc_status: 'approved' }));
    expect(reasonsOf(child, 'identity')).toEqual(['300 the customer is 16 years old; the minimum age is 18']);
    const mixed = score(inputOf({ ...anna, registration_no: 'HRB 5' }, { kyc_status: 'approved' }));
    expect(mixed.identity_score).toBe(300);
  });

  it('includes alerts of the KYC stage', () => {
    const alerts = [monitoringAlert({ source: 'kyc', alert_type: 'document_forged', severity: 'medium' })];
    const assessment = score(inputOf(anna, { kyc_status: 'approved', alerts }));
    expect([assessment.identity_score, assessment.behavioral_score]).toEqual([120, 0]);
  });
});

describe('geographic', () => {
  it('counts the gravest country of the owners and each country of counterparties', () => {
    const owners = [
      { name: 'A', nationality: 'BR', ownership_share: '50' },
      { name: 'B', nationality: 'RU', ownership_share: '50' },
    ];
    const input = inputOf(
      { ...softwareHouse, beneficial_owners: owners },
      { counterparty_countries: ['RU', 'VN', 'RU', 'DE'] },
    );
    expect(score(input).geographic_score).toBe(25 + 400 + 250 + 100);
  });

  it('counts the country of a second passport as another nationality', () => {
    const profile = {
      ...anna,
      identity_documents: [
        ...anna.identity_documents,
        { type: 'passport', number: 'I1', issuing_country: 'IR', expires_on: '2030-01-01' },
      ],
    };
    expect(score(inputOf(profile))).toMatchObject({ geographic_score: 550, composite_score: 800, rating: 'critical' });
  });

  it('gives points to a customer who is not resident in the home country', () => {
    const model = modelWith({ home_country: 'FR' });
    expect(reasonsOf(score(inputOf(anna), model), 'geographic')).toContain('150 the customer is not resident in FR');
  });
});

describe('behavioral', () => {
  const behavior = (...alerts: ScoringInput['alerts']) => score(inputOf(anna, { alerts }));

  it('counts active alerts in full, however old', () => {
    expect(behavior(monitoringAlert()).behavioral_score).toBe(300);
    expect(behavior(monitoringAlert({ raised_at: '2024-01-01T00:00:00Z' })).behavioral_score).toBe(300);
    expect(behavior(monitoringAlert({ status: 'escalated' })).behavioral_score).toBe(400);
  });

  it.each([
    ['2026-11-20', 300],
    ['2026-10-21', 300], // 30 days
    ['2026-10-20', 225], // 31 days
    ['2026-08-22', 225], // 90 days
    ['2026-08-21', 150], // 91 days
    ['2026-05-24', 150], // 180 days
    ['2026-05-23', 75], // 181 days
    ['2025-11-20', 75], // 365 days
    ['2025-11-19', 0],
    ['2026-12-24', 300], // a clock that is ahead
  ])('reduces the points of a reported alert of %s to %d', (raised, points) => {
    const alert = monitoringAlert({ status: 'resolved', resolution: 'reported', raised_at: `${raised}T23:59:59.999Z` });
    expect(behavior(alert).behavioral_score).toBe(points);
  });

  it('counts half of a handled alert and nothing of a dismissed one', () => {
    expect(behavior(monitoringAlert({ status: 'resolved', resolution: 'handled' })).behavioral_score).toBe(150);
    expect(behavior(monitoringAlert({ status: 'dismissed' })).behavioral_score).toBe(0);
  });

  it('combines similar alerts into one reason, and limits the score to 1000', () => {
    const alerts = [...Array.from({ length: 4 }, () => monitoringAlert()), monitoringAlert({ alert_type: 'velocity' })];
    expect(reasonsOf(behavior(...alerts), 'behavioral')).toEqual([
      '1500 5 alerts of high severity, open: structuring, velocity',
      '-500 the score of a factor is limited to 1000',
    ]);
  });

  it('counts a match of a counterparty as conduct', () => {
    const assessment = behavior(match(['sanction'], 'counterparty'));
    expect([assessment.behavioral_score, assessment.relationship_score]).toEqual([600, 0]);
    expect(floorNames(assessment)).toEqual(['active_critical_alert']);
  });
});

describe('product', () => {
  it.each([
    ['money_service_business', 700],
    ['Online Casinos & sports betting', 700],
    ['Restaurants', 350],
    ['olive oil retail', 0],
    ['software', 0],
  ])('counts the business %s', (industry_type, points) => {
    expect(score(inputOf({ ...softwareHouse, industry_type })).product_score).toBe(points);
  });

  it('applies the words of the institution before the built-in words', () => {
    const model = modelWith({ business_words: { 'MCC 7995': 'high', 'casino software': 'standard' } });
    expect(score(inputOf({ ...softwareHouse, industry_type: 'mcc-7995' }), model).product_score).toBe(700);
    expect(score(inputOf({ ...softwareHouse, industry_type: 'casino software' }), model).product_score).toBe(0);
    expect(score(inputOf({ ...softwareHouse, industry_type: 'casino' }), model).product_score).toBe(700);
  });

  it('gives points for a very high income that does not fit the occupation', () => {
    const assessment = score(inputOf({ ...anna, occupation: 'Student', income_range: '> 2.5m' }));
    expect(reasonsOf(assessment, 'product')).toEqual([
      '150 very high income: > 2.5m',
      '250 the income does not fit the occupation: student',
      '150 the source of wealth is unknown, but required for political exposure or a very high income',
    ]);
  });

  it('gives points for funds that are hard to prove', () => {
    expect(score(inputOf({ ...anna, source_of_funds: 'cash savings' })).product_score).toBe(250);
    expect(score(inputOf({ ...anna, source_of_funds: 'operating cash flow' })).product_score).toBe(0);
  });
});

describe('relationship', () => {
  it('distinguishes domestic and foreign politically exposed persons', () => {
    const pep = inputOf({ ...anna, pep_status: 'confirmed', source_of_wealth: 'salary' });
    const abroad = score(pep, modelWith({ home_country: 'FR' }));
    const atHome = score(pep, modelWith({ home_country: 'DE' }));
    expect([abroad.relationship_score, abroad.rating, floorNames(abroad)]).toEqual([800, 'high', ['foreign_pep']]);
    expect([atHome.relationship_score, atHome.rating, floorNames(atHome)]).toEqual([500, 'medium', ['other_pep']]);
  });

  it('counts one person on several lists once', () => {
    const one = match(['sanction']);
    const alerts = [one, match(['sanction'], 'customer', { match: { ...one.match!, list: 'eu-fsf' } })];
    expect(reasonsOf(score(inputOf(anna, { alerts })), 'relationship')).toEqual([
      '700 possible match of the customer with a sanctions list: Anna Berger (eu-fsf)',
    ]);
  });

  it('does not count dismissed matches', () => {
    const assessment = score(inputOf(anna, { alerts: [match(['sanction'], 'customer', { status: 'dismissed' })] }));
    expect([assessment.relationship_score, assessment.rating]).toEqual([0, 'low']);
  });

  it('gives points for ownership that is not transparent', () => {
    expect(reasonsOf(score(inputOf(coinExchange)), 'relationship').map((reason) => reason.split(' ')[0])).toEqual([
      '350',
      '250',
      '150',
      '150',
    ]);
    const listed = { ...softwareHouse, business_type: 'listed company', beneficial_owners: [] };
    expect(score(inputOf(listed)).relationship_score).toBe(0);
    expect(score(inputOf({ ...listed, business_type: 'non-listed company' })).relationship_score).toBe(500);
  });
});

describe('channel', () => {
  it('gives fewer points for digital onboarding after a provider has verified the identity', () => {
    const digital = { ...anna, onboarding_channel: 'digital' as const, kyc_provider: 'sumsub' };
    expect(score(inputOf(digital)).channel_score).toBe(300);
    expect(score(inputOf(digital, { kyc_status: 'approved' })).channel_score).toBe(200);
  });
});
