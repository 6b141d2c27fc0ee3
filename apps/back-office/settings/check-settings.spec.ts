import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { changeSettings } from './check-settings';

const RULE = { name: 'All', assignees: ['0190b6b0-0000-7000-8000-0000000000aa'] };

describe('changing settings', () => {
  const changed = (change: Record<string, unknown>, current = DEFAULT_SETTINGS): ComplianceSettings => {
    const result = changeSettings(current, change, []);
    if (result.problems) throw new Error(result.problems.join('; '));
    return result.settings;
  };

  it('changes the named fields and no others', () => {
    const first = changed({ screening: { threshold: 0.8 }, stages: { kyc: 'external' } });
    expect(first).toEqual({
      ...DEFAULT_SETTINGS,
      stages: { ...DEFAULT_SETTINGS.stages, kyc: 'external' },
      screening: { threshold: 0.8, thresholds: [], lists: null },
    });
    expect(changed({ screening: { lists: ['ofac-sdn', 'un-sc'] } }, first)).toEqual({
      ...first,
      screening: { threshold: 0.8, thresholds: [], lists: ['ofac-sdn', 'un-sc'] },
    });
  });

  it('resets a field or a section to its default with null', () => {
    const current = changed({
      screening: { threshold: 0.9, lists: ['ofac-sdn'] },
      monitoring: { reference_currency: 'EUR', rates: { USD: '0.92', JPY: '0.0061' } },
      scoring: { weights: { identity: 25, geographic: 15 }, home_country: 'CH' },
    });
    expect(changed({ screening: { threshold: null } }, current).screening).toEqual({
      threshold: DEFAULT_SETTINGS.screening.threshold,
      thresholds: [],
      lists: ['ofac-sdn'],
    });
    expect(changed({ screening: null, scoring: null }, current)).toMatchObject({
      screening: DEFAULT_SETTINGS.screening,
      scoring: {},
    });
    expect(changed({ monitoring: { rates: { JPY: null } } }, current).monitoring.rates).toEqual({ USD: '0.92' });
    expect(changed({ scoring: { weights: null } }, current).scoring).toEqual({ home_country: 'CH' });
  });

  it('names the provider of a stage, with the built-in engine as its fallback', () => {
    const first = changed({ stages: { screening: 'plugin' }, providers: { screening: { plugin: 'yente' } } });
    expect(first.stages.screening).toBe('plugin');
    expect(first.providers).toEqual({
      kyc: null,
      screening: { plugin: 'yente', fallback: 'native' },
      monitoring: null,
    });
    const second = changed({ providers: { screening: { fallback: 'none' } } }, first);
    expect(second.providers.screening).toEqual({ plugin: 'yente', fallback: 'none' });
    expect(changed({ stages: null, providers: null }, second)).toEqual(DEFAULT_SETTINGS);
  });

  it('sets how long bodies of webhooks are kept, and resets it', () => {
    const longest = changed({ retention: { provider_payload_years: 15 } });
    expect(longest.retention).toEqual({ provider_payload_years: 15, customer_years: 5 });
    expect(changed({ retention: { provider_payload_years: 1 } }, longest).retention.provider_payload_years).toBe(1);
    expect(changed({ retention: null }, longest)).toEqual(DEFAULT_SETTINGS);
  });

  it('sets thresholds for some matches, in order, and resets them', () => {
    const thresholds = [
      { list: 'ofac-sdn', subject: 'counterparty' as const, kind: 'person' as const, threshold: 0.9 },
      { list: 'tenant', threshold: 0.5 },
      { list: null, subject: null, kind: null, threshold: 1 },
    ];
    const set = changed({ screening: { thresholds } });
    expect(set.screening).toEqual({ threshold: 0.7, thresholds, lists: null });
    expect(changed({ screening: { thresholds: null } }, set)).toEqual(DEFAULT_SETTINGS);
  });

  it('does not modify the settings that it receives', () => {
    const before = structuredClone(DEFAULT_SETTINGS);
    changed({ scoring: { home_country: 'CH' }, monitoring: { reference_currency: 'EUR' } });
    expect(DEFAULT_SETTINGS).toEqual(before);
  });

  it.each<[object, RegExp]>([
    [
      { stage: {} },
      /^stage is not a section of the settings; the sections are stages, providers, screening, monitoring, scoring, retention, queue, reporting$/,
    ],
    [{ queue: { due_hours: { urgent: 1 } } }, /^queue.due_hours.urgent is not a/],
    [{ queue: { due_hours: { low: 0 } } }, /^queue.due_hours.low must be a whole number of hours from 1 to 8760$/],
    [{ queue: { due_hours: 4 } }, /^queue.due_hours must be an object/],
    [{ queue: { assignment: {} } }, /^queue.assignment must be a list of rules$/],
    [{ queue: { assignment: [{}] } }, /^queue.assignment\[0\].assignees must be a list of accounts/],
    [{ queue: { assignment: [{ ...RULE, to: 'x' }] } }, /^queue.assignment\[0\].to is not a setting; the settings are/],
    [{ queue: { assignment: [{ ...RULE, severities: ['urgent'] }] } }, /severities must be a list of 1 to 4 of low/],
    [{ queue: { assignment: [{ ...RULE, assignees: [] }] } }, /assignees must be a list of 1 to 50 accounts of staff/],
    [{ queue: { assignment: [{ ...RULE, sources: ['kyc', 'kyc'] }] } }, /sources must be .*, each once$/],
    [{ queue: { assignment: [RULE, RULE] } }, /^queue.assignment has two rules with the name All$/],
    [{ queue: { assignment: Array(21).fill(RULE) } }, /^queue.assignment must have at most 20 rules$/],
    [{ ['x'.repeat(500)]: 1 }, /^x{60}… is not a section/],
    [{ stages: 'native' }, /^stages must be an object$/],
    [{ stages: { kyb: 'native' } }, /^stages\.kyb is not a setting; the settings are kyc, screening, monitoring$/],
    [{ stages: { kyc: 'plugin' } }, /^providers\.kyc must name the plugin, such as .*, because stages\.kyc is plugin$/],
    [{ stages: { kyc: 'on' } }, /^stages\.kyc must be native, plugin or external$/],
    [{ providers: { kyc: 'sumsub' } }, /^providers\.kyc must be an object, such as \{"plugin": "yente"\}, or null$/],
    [{ providers: { kyb: null, kyc: 'x' } }, /^providers\.kyc must be an object/],
    [{ providers: { kyb: {} } }, /^providers\.kyb is not a setting; the settings are kyc, screening, monitoring$/],
    [{ providers: { kyc: { plugin: 'a', key: 'b' } } }, /^providers\.kyc\.key is not a setting; .* plugin, fallback$/],
    [{ providers: { kyc: { plugin: 'A/b' } } }, /^providers\.kyc\.plugin must be the name of a plugin, such as yente$/],
    [{ providers: { kyc: { fallback: 'none' } } }, /^providers\.kyc\.plugin must be the name of a plugin/],
    [{ providers: { kyc: { plugin: 'a', fallback: 'x' } } }, /^providers\.kyc\.fallback must be native or none$/],
    [{ screening: { threshold: 0.49 } }, /^screening\.threshold must be a number from 0\.5 to 1$/],
    [{ screening: { threshold: 1.01 } }, /^screening\.threshold must be/],
    [{ screening: { threshold: '0.8' } }, /^screening\.threshold must be/],
    [{ screening: { thresholds: {} } }, /^screening\.thresholds must be a list of rules$/],
    [
      { screening: { thresholds: Array(51).fill({ threshold: 0.9 }) } },
      /^screening\.thresholds must have at most 50 rules$/,
    ],
    [{ screening: { thresholds: [0.9] } }, /^screening\.thresholds\[0\] must be an object, such as /],
    [
      { screening: { thresholds: [{ threshold: 0.9, lists: [] }] } },
      /^screening\.thresholds\[0\]\.lists is not a setting; the settings are list, subject, kind, threshold$/,
    ],
    [
      { screening: { thresholds: [{ threshold: 0.9 }, {}] } },
      /^screening\.thresholds\[1\]\.threshold must be a number from 0\.5 to 1$/,
    ],
    [{ screening: { thresholds: [{ threshold: 0.4 }] } }, /^screening\.thresholds\[0\]\.threshold must be/],
    [
      { screening: { thresholds: [{ threshold: 0.9, list: 'OFAC' }] } },
      /^screening\.thresholds\[0\]\.list must be tenant for the own list, null for any, or the name of a shared list/,
    ],
    [
      { screening: { thresholds: [{ threshold: 0.9, subject: 'owner' }] } },
      /^screening\.thresholds\[0\]\.subject must be customer, .*, or null for any$/,
    ],
    [
      { screening: { thresholds: [{ threshold: 0.9, kind: 'Person' }] } },
      /^screening\.thresholds\[0\]\.kind must be person, company, other, or null for any$/,
    ],
    [{ screening: { lists: 'ofac-sdn' } }, /^screening\.lists must be a list of names, or null/],
    [{ screening: { lists: ['ofac-sdn', 'OFAC'] } }, /^screening\.lists\[1\] must be the name of a shared list/],
    [{ screening: { lists: ['tenant'] } }, /^screening\.lists\[0\] must be the name of a shared list/],
    [{ screening: { lists: ['a', 'b', 'a'] } }, /^screening\.lists\[2\] is a duplicate: a$/],
    [{ monitoring: { reference_currency: 'euro' } }, /^monitoring\.reference_currency must be three capital letters/],
    [{ monitoring: { rates: { USD: '1.1' } } }, /^monitoring\.rates need monitoring\.reference_currency/],
    [{ monitoring: { reference_currency: 'EUR', rates: [] } }, /^monitoring\.rates must be an object/],
    [
      { monitoring: { reference_currency: 'EUR', rates: { USD: 1.1 } } },
      /^monitoring\.rates\.USD must be a decimal string/,
    ],
    [
      { monitoring: { reference_currency: 'EUR', rates: { USD: '0' } } },
      /^monitoring\.rates\.USD must be greater than zero/,
    ],
    [
      { monitoring: { reference_currency: 'EUR', rates: { USD: '-1' } } },
      /^monitoring\.rates\.USD must be greater than zero/,
    ],
    [{ monitoring: { reference_currency: 'EUR', rates: { USD: '1e3' } } }, /^monitoring\.rates\.USD must be a decimal/],
    [{ monitoring: { reference_currency: 'EUR', rates: { usd: '1' } } }, /^monitoring\.rates has the key usd/],
    [
      { monitoring: { reference_currency: 'EUR', rates: { EUR: '1' } } },
      /^monitoring\.rates\.EUR is the rate of the ref/,
    ],
    [{ retention: 5 }, /^retention must be an object$/],
    [
      { retention: { years: 5 } },
      /^retention\.years is not a setting; the settings are provider_payload_years, customer_years$/,
    ],
    [
      { retention: { provider_payload_years: 0 } },
      /^retention\.provider_payload_years must be a whole number of years from 1 to 15$/,
    ],
    [{ retention: { provider_payload_years: 16 } }, /^retention\.provider_payload_years must be/],
    [{ retention: { provider_payload_years: 5.5 } }, /^retention\.provider_payload_years must be/],
    [{ retention: { provider_payload_years: '5' } }, /^retention\.provider_payload_years must be/],
    [{ scoring: { weights: { identity: 30 } } }, /^scoring\.weights: must add up to 100; they add up to 110$/],
    [{ scoring: { bands: { medium: 'low' } } }, /^scoring\.bands\.medium: /],
    [{ scoring: { weight: {} } }, /^scoring\.weight: is not a setting of the scoring model$/],
    [{ scoring: { business_words: { x: 'y'.repeat(100_001) } } }, /^scoring must have at most 100000 characters$/],
  ])('rejects %j', (change, problem) => {
    const result = changeSettings(DEFAULT_SETTINGS, change as Record<string, unknown>, []);
    expect(result.problems).toContainEqual(expect.stringMatching(problem));
  });

  it('names every problem', () => {
    const change = { stages: { kyc: 'on' }, screening: { threshold: 2 }, scoring: { weights: { channel: 11 } } };
    expect(changeSettings(DEFAULT_SETTINGS, change, []).problems).toHaveLength(3);
  });
});
