import type { StageMode } from '@probity/contracts/settings/compliance-settings';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { Stages } from './stage-modes';

const never = () => Promise.reject(new Error('no list must be used'));
const stages = new Stages({ refresh: never, screenProfile: never, screenCounterparty: never });
const inMode = (mode: StageMode) =>
  stages.of({ ...DEFAULT_SETTINGS, stages: { kyc: mode, screening: mode, monitoring: mode } });
const neverMade = () => {
  throw new Error('no rule must be evaluated');
};

describe('the mode of a stage', () => {
  it('external: nothing is checked, and the outcome says so', async () => {
    const { kyc, screening, monitoring } = inMode('external');
    expect(kyc.check(0, undefined as never)).toEqual({
      stage: { stage: 'kyc', mode: 'external', result: 'skipped', evidence: {} },
      mustMove: false,
    });
    expect(kyc.reported).toEqual({ skip_kyc: true });
    expect(screening).toMatchObject({ mode: 'external', usesLists: false });
    const screened = { alerts: [], evidence: {}, result: 'skipped' };
    expect(await screening.screenProfile('t', 'c', undefined as never, DEFAULT_SETTINGS)).toEqual(screened);
    expect(await screening.screenCounterparty('t', 'c', { name: 'Ada' }, DEFAULT_SETTINGS)).toEqual(screened);
    const alerted = { rule: '2026-01-01T00:00:00.000Z' };
    expect(monitoring.monitor(undefined as never, neverMade, undefined as never, alerted)).toEqual({
      stage: { stage: 'monitoring', mode: 'external', result: 'skipped', evidence: {} },
      alerts: [],
      alerted,
    });
  });

  it('native: a counterparty without a name is not compared', async () => {
    const { screening, kyc } = inMode('native');
    expect(kyc.reported).toEqual({});
    expect(await screening.screenCounterparty('t', 'c', undefined, DEFAULT_SETTINGS)).toEqual({
      alerts: [],
      evidence: { counterparty: 'not named' },
      result: 'nothing_to_screen',
    });
  });

  it('without an implementation is an error that says where to change it', () => {
    expect(() => inMode('plugin')).toThrow(
      'there is no implementation of the stage kyc in mode plugin; change the settings of the tenant',
    );
  });
});
