import { checkModel, DEFAULT_MODEL } from './scoring-model';

const problemsOf = (input: unknown) => checkModel(input).problems;

describe('a scoring model', () => {
  it('is the default model if a tenant sets nothing', () => {
    expect(checkModel({})).toEqual({ model: DEFAULT_MODEL, problems: [] });
  });

  it('merges the settings of the tenant into the default model', () => {
    const { model } = checkModel({
      weights: { identity: 30, geographic: 10 },
      points: { geographic: { nationality: { standard: 50 } } },
      country_tiers: { VN: 'standard' },
      edd_triggers: ['rating'],
    });
    expect(model!.weights).toEqual({ ...DEFAULT_MODEL.weights, identity: 30, geographic: 10 });
    expect(model!.points.geographic.nationality).toEqual({
      low: 25,
      standard: 50,
      increased_monitoring: 350,
      high_risk: 550,
      call_for_action: 1000,
    });
    expect(model!.points.identity).toEqual(DEFAULT_MODEL.points.identity);
    expect([model!.country_tiers, model!.edd_triggers]).toEqual([{ VN: 'standard' }, ['rating']]);
  });

  it('shares no objects with the default model or the input', () => {
    const changes = { alerts: { decay: [{ days: 10, percent: 50 }] } };
    const { model } = checkModel(changes);
    model!.floors.foreign_pep = 1;
    model!.alerts.decay[0]!.percent = 1;
    expect([DEFAULT_MODEL.floors.foreign_pep, changes.alerts.decay[0]!.percent]).toEqual([600, 50]);
  });

  it.each([
    ['weights that are not 100', { weights: { channel: 11 } }, 'weights: must add up to 100; they add up to 101'],
    ['a fraction of a point', { points: { channel: { agent: 1.5 } } }, 'points.channel.agent: must be integer'],
    ['too many points', { points: { channel: { agent: 1001 } } }, 'points.channel.agent: must be <= 1000'],
    ['an unknown setting', { weight: {} }, 'weight: is not a setting of the scoring model'],
    ['an unknown finding', { points: { channel: { fax: 1 } } }, 'points.channel.fax: is not a setting'],
    ['a removed setting', { floors: { foreign_pep: null } }, 'floors.foreign_pep: must be integer'],
    ['a number for an object', { points: { channel: 5 } }, 'points.channel: must be object'],
    ['an invalid country code', { country_tiers: { fra: 'low' } }, 'country_tiers.fra: the country must be an ISO'],
    ['an unknown tier', { country_tiers: { FR: 'black' } }, 'country_tiers.FR: must be equal to one of the allowed'],
    ['an invalid home country', { home_country: 'de' }, 'home_country: must match pattern'],
    ['an unknown trigger', { edd_triggers: ['rating', 'mood'] }, 'edd_triggers.1: must be equal to one of the allowed'],
    ['bands out of order', { bands: { high: 850 } }, 'bands: must be 0 < medium < high < critical'],
    ['no diligence for high ratings', { edd_triggers: ['pep'] }, 'edd_triggers: must include rating'],
    ['a floor for sanctions below critical', { floors: { confirmed_sanctions: 700 } }, 'floors.confirmed_sanctions:'],
    ['a floor for call for action below high', { floors: { country_call_for_action: 0 } }, 'floors.country_call_for'],
    [
      'a floor for foreign exposure below high',
      { floors: { foreign_pep: 599 } },
      'floors.foreign_pep: must be at least',
    ],
    [
      'a graver tier that counts less',
      { points: { geographic: { owner: { high_risk: 200 } } } },
      'points.geographic.owner.high_risk: must not be less than points.geographic.owner.increased_monitoring',
    ],
    ['a graver severity that counts less', { points: { behavioral: { alert: { critical: 1 } } } }, 'points.behavioral'],
    [
      'a confirmed match that counts less than an open one',
      { points: { relationship: { sanctions_match_confirmed: { related_party: 0 } } } },
      'points.relationship.sanctions_match_confirmed.related_party:',
    ],
    [
      'old alerts that count more than recent ones',
      {
        alerts: {
          decay: [
            { days: 10, percent: 50 },
            { days: 20, percent: 60 },
          ],
        },
      },
      'alerts.decay.1: days must increase',
    ],
    ['__proto__ as a setting', JSON.parse('{"points":{"__proto__":{"x":1}}}'), 'points.__proto__: is not a setting'],
    ['null', null, 'scoring model: must be an object'],
    ['a list', [], 'scoring model: must be an object'],
  ])('rejects %s and names the path', (_what, input, problem) => {
    const { model, problems } = checkModel(input);
    expect(model).toBeUndefined();
    expect(problems).toContainEqual(expect.stringContaining(problem));
  });

  it('reports all problems', () => {
    expect(problemsOf({ weights: { identity: -1 }, home_country: 5 })).toEqual([
      'weights.identity: must be >= 0',
      'home_country: must be either string or null',
    ]);
  });
});
