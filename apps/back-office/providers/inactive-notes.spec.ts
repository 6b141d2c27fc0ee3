import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { inactiveNotes } from './inactive-notes';

const provided = (mode: 'plugin' | 'native', fallback: 'native' | 'none' = 'native') => ({
  ...DEFAULT_SETTINGS,
  stages: { ...DEFAULT_SETTINGS.stages, screening: mode },
  providers: { ...DEFAULT_SETTINGS.providers, screening: { plugin: 'yente', fallback } },
});

describe('the notes about a provider that was deactivated', () => {
  it('name the stages that it runs, what happens to them, and the command', () => {
    expect(inactiveNotes('bank', 'yente', provided('plugin'))).toEqual([
      'The stage screening still uses yente. From the next event on the built-in engine runs it, and staff get a ' +
        'notice. To change what runs it: probity stage set --tenant bank screening native',
    ]);
    expect(inactiveNotes('bank', 'yente', provided('plugin', 'none'))).toEqual([
      expect.stringContaining('the stage has no result'),
    ]);
  });

  it('are empty for a provider that runs no stage', () => {
    expect(inactiveNotes('bank', 'yente', provided('native'))).toEqual([]);
    expect(inactiveNotes('bank', 'sumsub', provided('plugin'))).toEqual([]);
  });
});
