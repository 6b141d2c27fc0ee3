import { newId } from '@probity/platform/ids';
import { type Detection, expectDetected } from './detection';
import { REVISIONS } from './sample-ledger';
import type { Change } from './scene';
import { scene } from './testing/stage';

/** What someone does who may change every row, and changes the events and the read side alike. */
export function insiders(): void {
  describe('an insider who changes the events and has the read side rebuilt from them', () => {
    const chained: Detection = { check: 'event_chain' };
    const account = (fields: object): Change => {
      return async ({ events }) =>
        events.setData(REVISIONS.opened, { ...(await events.dataAt(REVISIONS.opened)), ...fields });
    };
    const CASES: [string, Change, Detection][] = [
      [
        'swaps the identities of two accounts',
        async ({ events }) => {
          const [one, two] = [await events.dataAt(REVISIONS.opened), await events.dataAt(REVISIONS.opened + 2)];
          await events.setData(REVISIONS.opened, { ...two, account_id: one.account_id });
          await events.setData(REVISIONS.opened + 2, { ...one, account_id: two.account_id });
        },
        chained,
      ],
      ['turns an asset into a liability', account({ account_type: 'liability' }), chained],
      ['changes the name of an account', account({ name: 'Another name' }), chained],
      ['changes the reference of an account', account({ external_ref: 'another' }), chained],
      [
        'changes the name of the ledger',
        async ({ events }) => events.setData(0, { ...(await events.dataAt(0)), name: 'Another name' }),
        chained,
      ],
      [
        'forges the opening of an account',
        async ({ events }) => {
          const id = newId();
          const data = { ...(await events.dataAt(REVISIONS.opened)), account_id: id, code: 'forged' };
          await events.append({ revision: 24, id, type: 'AccountOpened', data: JSON.stringify(data) });
        },
        chained,
      ],
      [
        'opens a blocked account again',
        async ({ events }) =>
          events.setData(REVISIONS.activity, { ...(await events.dataAt(REVISIONS.activity)), is_active: true }),
        chained,
      ],
      [
        'removes the commits, as if the ledger were of an older version',
        async ({ events }) => {
          let revision = 0;
          for (const event of await events.all()) {
            if (event.type === 'CommitChained') await events.deleteFrom(event.revision);
            else await events.set(event.revision, 'revision', revision++);
          }
        },
        chained,
      ],
    ];

    it.each(CASES)('%s: is detected', async (_name, change, detection) => {
      await scene.tamper(change);
      await scene.rebuild();
      await expectDetected(scene, detection);
    });
  });
}
