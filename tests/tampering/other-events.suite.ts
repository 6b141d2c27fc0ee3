import { changedValue, withChanged } from './changed-json';
import { expectDetected } from './detection';
import { REVISIONS } from './sample-ledger';
import { scene } from './testing/stage';

export function otherEvents(): void {
  describe('events other than postings', () => {
    const EVENTS: { type: string; revision: number; fields: string[] }[] = [
      {
        type: 'LedgerCreated',
        revision: REVISIONS.created,
        fields: [
          'ledger_id',
          'tenant_id',
          'name',
          'currency',
          'description',
          'metadata',
          'signing_key_id',
          'created_at',
        ],
      },
      {
        type: 'AccountOpened',
        revision: REVISIONS.opened,
        fields: [
          'ledger_id',
          'tenant_id',
          'account_id',
          'code',
          'name',
          'account_type',
          'external_ref',
          'metadata',
          'opened_at',
        ],
      },
      {
        type: 'AccountActivityChanged',
        revision: REVISIONS.activity,
        fields: ['ledger_id', 'tenant_id', 'account_id', 'is_active', 'officer', 'officer_id', 'reason', 'changed_at'],
      },
      {
        type: 'CommitChained',
        revision: REVISIONS.target + 1,
        fields: [
          'version',
          'ledger_id',
          'tenant_id',
          'first_revision',
          'event_hash',
          'tree_size',
          'frontier',
          'committed_at',
          'signing_key_id',
          'signature',
        ],
      },
    ];
    const places = EVENTS.flatMap(({ fields, ...event }) => fields.map((field) => ({ ...event, field })));

    it.each(places)('$type: a changed $field is detected', async ({ type, revision, field }) => {
      await scene.tamper(async ({ events }) => {
        expect((await events.at(revision)).type).toBe(type);
        await events.setData(revision, withChanged(await events.dataAt(revision), [field], changedValue));
      });
      await expectDetected(scene, { check: /^(event|event_chain|read_side|signature_ok)$/ });
    });

    it.each(EVENTS)('$type: a changed cause is detected', async ({ revision }) => {
      await scene.tamper(({ events }) => events.set(revision, 'metadata', JSON.stringify({ traceparent: 'other' })));
      await expectDetected(scene, { check: 'event_chain' });
    });

    it('AccountActivityChanged: an account that does not exist is detected', async () => {
      await scene.tamper(async ({ events }) => {
        const data = await events.dataAt(REVISIONS.activity);
        await events.setData(REVISIONS.activity, { ...data, account_id: 'none' });
      });
      await expectDetected(scene, { check: 'event' });
    });

    it.each(EVENTS)('$type: an added field is detected', async ({ revision }) => {
      await scene.tamper(async ({ events }) =>
        events.setData(revision, { ...(await events.dataAt(revision)), approved: true }),
      );
      await expectDetected(scene, { check: 'event' });
    });
  });
}
