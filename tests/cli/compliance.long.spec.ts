import { UNKNOWN_ID, probity } from './testing/compliance-staff';
import { lists } from './lists.suite';
import { decisions } from './decisions.suite';
import { scoringModel } from './scoring-model.suite';
import { stages } from './stages.suite';

describe('compliance staff on the command line', () => {
  lists();
  decisions();
  scoringModel();
  stages();

  it.each<[string[]]>([
    [['customers', 'list']],
    [['customers', 'show', UNKNOWN_ID]],
    [['customers', 'risk-view', UNKNOWN_ID]],
    [['customers', 'history', UNKNOWN_ID]],
    [['customers', 'set-kyc', UNKNOWN_ID, '--to', 'approved', '--reason', 'r']],
    [['customers', 'reassess', '--reason', 'r']],
    [['alerts', 'list']],
    [['alerts', 'show', UNKNOWN_ID]],
    [['alerts', 'resolve', UNKNOWN_ID, '--as', 'handled', '--reason', 'r']],
    [['alerts', 'dismiss', UNKNOWN_ID, '--reason', 'r']],
    [['alerts', 'escalate', UNKNOWN_ID, '--reason', 'r']],
    [['cases', 'list']],
    [['cases', 'show', UNKNOWN_ID]],
    [['cases', 'open', '--customer', UNKNOWN_ID, '--title', 't', '--reason', 'r']],
    [['cases', 'add', UNKNOWN_ID, '--alert', UNKNOWN_ID, '--reason', 'r']],
    [['cases', 'note', UNKNOWN_ID, '--note', 'n']],
    [['cases', 'close', UNKNOWN_ID, '--outcome', 'reported', '--reason', 'r']],
    [['audit']],
    [['events', 'list']],
    [['events', 'show', UNKNOWN_ID]],
    [['events', 'rerun', UNKNOWN_ID, '--reason', 'r']],
    [['rules', 'list']],
    [['rules', 'show', UNKNOWN_ID]],
    [['rules', 'mode', UNKNOWN_ID, '--to', 'shadow', '--reason', 'r']],
    [['settings', 'show']],
    [['settings', 'history']],
    [['stage', 'list']],
    [['stage', 'set', 'kyc', 'external', '--reason', 'r']],
    [['notices', 'list']],
    [['notices', 'settle', UNKNOWN_ID, '--reason', 'r']],
  ])('get an error if the tenant does not exist: %j', async (args) => {
    const refused = await probity.refusal(...args, '--tenant', 'nobody');
    expect(refused).toEqual({ code: 'not_found', message: 'tenant nobody was not found' });
    if (!args.includes(UNKNOWN_ID)) return;
    const unknown = await probity.refusal(...args, '--tenant', 'acme');
    expect(unknown).toEqual({ code: 'not_found', message: expect.stringContaining(UNKNOWN_ID) });
  });
});
