import { changeText } from './audit-change';

const settings = (data: object) => changeText({ action: 'settings.changed', data: { version: 2, ...data } });

describe('the change of an audit entry', () => {
  it('shows what ran a stage before and after a change of settings', () => {
    const provider = { plugin: 'yente', fallback: 'native' };
    const before = { mode: 'native', provider: null };
    const screening = { stage: 'screening', before, after: { mode: 'plugin', provider } };
    const kyc = { stage: 'kyc', before, after: { mode: 'external', provider } };
    expect(settings({ stages: [screening, kyc], changed: ['stages', 'providers'] })).toBe(
      'screening: native -> plugin yente (fallback native); kyc: native -> external; providers changed',
    );
  });

  it('names the other parts of the settings', () => {
    const retention = { before: { provider_payload_years: 5 }, after: { provider_payload_years: 7 } };
    expect(settings({ retention, changed: ['screening', 'retention'] })).toBe(
      'retention: provider_payload_years 5 -> 7; screening changed',
    );
    expect(settings({ changed: ['screening', 'scoring'] })).toBe('screening changed; scoring changed');
  });

  it('is unknown when an earlier version recorded only the number of the version', () => {
    expect(settings({})).toBeNull();
  });

  it('shows limits before and after', () => {
    const data = { version: 3, before: { ledgers: 20, api_keys: 5 }, after: { ledgers: 5, api_keys: 9 } };
    expect(changeText({ action: 'limits.changed', data })).toBe('ledgers 20 -> 5, api_keys 5 -> 9');
  });

  it('shows the mode and the version of a rule', () => {
    const data = { version: 3, mode: 'shadow', key: null, name: 'Large' };
    expect(changeText({ action: 'monitoring_rule.changed', data })).toBe('mode shadow, version 3');
  });

  it('names the keys of a replacement', () => {
    const ofLedger = { action: 'ledger.signing_key_replaced', data: { signing_key_id: 'b', replaces: 'a' } };
    expect(changeText(ofLedger)).toBe('key b in place of a');
    const both = { key_id: 'b', replaces: 'a', both_until: '2026-12-28' };
    expect(changeText({ action: 'tenant.checkpoint_key_replaced', data: both })).toBe(
      'key b in place of a, which signs until 2026-12-28',
    );
  });

  it('is empty for other actions', () => {
    expect(changeText({ action: 'alert.resolved', data: { mode: 'x', version: 1 } })).toBeNull();
  });
});
