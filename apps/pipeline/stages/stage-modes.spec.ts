import type { StageMode } from '@probity/contracts/settings/compliance-settings';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { stagesWithoutProviders } from '../testing/test-providers';

const never = () => Promise.reject(new Error('no list must be used'));
const stages = stagesWithoutProviders({ refresh: never, screenProfile: never, screenTransaction: never });
const inMode = (mode: StageMode) =>
  stages.of('t', { ...DEFAULT_SETTINGS, stages: { kyc: mode, screening: mode, monitoring: mode } });
const neverMade = () => {
  throw new Error('no rule must be evaluated');
};

describe('the mode of a stage', () => {
  it('external: nothing is checked, and the outcome says so', async () => {
    const { kyc, screening, monitoring } = inMode('external');
    const reported = { skip_kyc: true, kyc_mode: 'external' };
    expect(await kyc.check(undefined as never)).toEqual({
      stage: { stage: 'kyc', mode: 'external', result: 'skipped', evidence: {} },
      mustMove: false,
      alerts: [],
      reported,
    });
    expect(kyc.reported).toEqual(reported);
    expect(screening).toMatchObject({ mode: 'external', usesLists: false });
    const screened = { alerts: [], evidence: {}, result: 'skipped' };
    expect(await screening.screenProfile('t', 'c', undefined as never, DEFAULT_SETTINGS)).toEqual(screened);
    const paid = { counterparty: { name: 'Ada' } };
    expect(await screening.screenTransaction('t', undefined as never, paid, DEFAULT_SETTINGS)).toEqual(screened);
    const alerted = { rule: '2026-01-01T00:00:00.000Z' };
    expect(await monitoring.monitor(undefined as never, neverMade, undefined as never, alerted)).toEqual({
      stage: { stage: 'monitoring', mode: 'external', result: 'skipped', evidence: {} },
      alerts: [],
      alerted,
    });
  });

  it('native: a transaction that names nothing is not compared', async () => {
    const { screening, kyc } = inMode('native');
    expect(kyc.reported).toEqual({});
    expect(await screening.screenTransaction('t', { id: 'c', profile: {} as never }, {}, DEFAULT_SETTINGS)).toEqual({
      alerts: [],
      evidence: { counterparty: 'not named' },
      result: 'nothing_to_screen',
    });
  });

  it('plugin: without a provider it is an error that says where to set one', () => {
    expect(() => inMode('plugin')).toThrow(
      'the stage kyc of tenant t is in mode plugin without a provider; set one: probity stage set --tenant <slug> kyc plugin --plugin <name>',
    );
  });
});
