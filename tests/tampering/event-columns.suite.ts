import { newId } from '@probity/platform/ids';
import { type Detection, expectDetected } from './detection';
import { TARGET } from './sample-ledger';
import type { Change } from './scene';
import { target, tail, LAST, scene } from './testing/stage';

export function eventColumns(): void {
  describe('every column of an event', () => {
    const unreadable: Detection = { check: 'event', position: TARGET, postings: { [TARGET]: 'event' } };
    const missing: Detection = { check: 'missing_event', position: TARGET, postings: { [TARGET]: 'event' } };
    const CASES: [string, Change, Detection][] = [
      [
        'id: another id',
        ({ events }) => events.set(target, 'id', newId()),
        { check: 'read_side', position: TARGET, postings: { [TARGET]: 'event.id' } },
      ],
      [
        'stream: the stream of another ledger',
        ({ events, ledger }) => events.set(target, 'stream', `ledger-${ledger.other.id}`),
        missing,
      ],
      ['revision: after the end', ({ events }) => events.set(target, 'revision', 1_000), missing],
      ['type: one that does not exist', ({ events }) => events.set(target, 'type', 'TransactionUndone'), unreadable],
      ['type: an opened account', ({ events }) => events.set(target, 'type', 'AccountOpened'), unreadable],
      [
        'type: a created ledger',
        ({ events }) => events.set(target, 'type', 'LedgerCreated'),
        { ...unreadable, check: /^(event|read_side)$/ },
      ],
      [
        'type: a changed account',
        ({ events }) => events.set(target, 'type', 'AccountActivityChanged'),
        { ...unreadable, check: /^(event|chain_ok)$/ },
      ],
      [
        'type: a changed account, on the last posting',
        ({ events }) => events.set(tail, 'type', 'AccountActivityChanged'),
        { check: /^(event|read_side)$/, position: LAST, postings: { [LAST]: 'event' } },
      ],
      [
        'metadata: another cause',
        ({ events }) => events.set(target, 'metadata', JSON.stringify({ traceparent: 'other' })),
        { check: 'event_chain' },
      ],
      [
        'metadata: of the last commit, which has none',
        ({ events }) => events.set(tail + 1, 'metadata', JSON.stringify({ traceparent: 'other' })),
        { check: 'event_chain' },
      ],
      ['data: empty', ({ events }) => events.set(target, 'data', ''), unreadable],
      ['data: not JSON', ({ events }) => events.set(target, 'data', '{"version":1,'), unreadable],
      ['data: null', ({ events }) => events.setData(target, null), unreadable],
      ['data: a text', ({ events }) => events.setData(target, 'text'), unreadable],
      [
        'data: an empty object',
        ({ events }) => events.setData(target, {}),
        { check: 'content_hash_ok', position: TARGET, postings: { [TARGET]: 'content_hash_ok' } },
      ],
      [
        'data: an empty array',
        ({ events }) => events.setData(target, []),
        { check: 'content_hash_ok', position: TARGET, postings: { [TARGET]: 'content_hash_ok' } },
      ],
      [
        'data: a duplicate key, of which some parsers use the first and others the last',
        async ({ events }) => {
          const { data } = await events.at(target);
          await events.set(target, 'data', data.replace('"narration":', '"narration":"Not this","narration":'));
        },
        unreadable,
      ],
    ];

    it.each(CASES)('%s', async (_name, change, detection) => {
      await scene.tamper(change);
      await expectDetected(scene, detection);
    });
  });
}
