import { checkpointReport } from './checkpoint.commands';

it('a checkpoint is shown with the key that signed it, older keys, and its copies outside', () => {
  const copied_at = '2026-03-02T09:15:00.000Z';
  const shown = {
    tree_size: 12,
    root_hash: 'ab',
    signed_at: '2026-03-02T09:16:00.000Z',
    keys: ['probity/tenant/1+00000001+x', 'probity/tenant/1+00000002+y'],
    checkpoint: `a note\n\n— probity/tenant/1 ${Buffer.from([0, 0, 0, 2, 9]).toString('base64')}\n`,
    copies: [
      { kind: 'bucket' as const, name: 'archive', tree_size: 12, copied_at, proof: null, is_configured: true },
      {
        kind: 'witness' as const,
        name: 'witness.example/w1',
        tree_size: 9,
        copied_at,
        proof: 'a line',
        is_configured: false,
      },
    ],
  };
  expect(
    checkpointReport(shown)
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['events', '12'],
    ['root hash', 'ab'],
    ['signed', '2026-03-02T09:16:00.000Z'],
    ['key before', 'probity/tenant/1+00000001+x'],
    ['signed by', 'probity/tenant/1+00000002+y'],
    ['copy', `bucket archive: 12 events, ${copied_at}`],
    ['copy', `witness witness.example/w1: 9 events, ${copied_at}, no longer configured`],
    [''],
    ['a note'],
    [''],
    ['— probity/tenant/1 AAAAAgk='],
  ]);
});
