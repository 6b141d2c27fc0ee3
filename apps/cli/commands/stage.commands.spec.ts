import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { COLUMNS, stagesOf } from './stage.commands';

const provider = { plugin: 'yente', fallback: 'none' as const };
const screeningIn = (mode: 'plugin' | 'external') =>
  stagesOf({
    settings: {
      ...DEFAULT_SETTINGS,
      stages: { ...DEFAULT_SETTINGS.stages, screening: mode },
      providers: { ...DEFAULT_SETTINGS.providers, screening: provider },
    },
  }).find(({ stage }) => stage === 'screening')!;

describe('the list of stages', () => {
  it('shows the provider and the fallback that the mode plugin uses', () => {
    const row = screeningIn('plugin');
    expect(row).toEqual({ stage: 'screening', mode: 'plugin', ...provider, remembered: null });
    expect(COLUMNS.map(({ value }) => value(row))).toEqual(['screening', 'plugin', 'yente', 'none']);
  });

  it('shows the provider and the fallback that the mode plugin would use again', () => {
    const row = screeningIn('external');
    expect(row).toMatchObject({ plugin: null, fallback: null, remembered: provider });
    expect(COLUMNS.map(({ value }) => value(row))).toEqual([
      'screening',
      'external',
      'yente (not used)',
      'none (not used)',
    ]);
  });
});
