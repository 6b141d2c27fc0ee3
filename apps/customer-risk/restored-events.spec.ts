import { dismissAlert } from '@probity/contracts/alerts/commands';
import { alertStream } from '@probity/contracts/alerts/events';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { type CustomerRiskFixture, startCustomerRiskFixture } from './testing/customer-risk-fixture';
import { aScreeningAlert } from './testing/examples';

let service: CustomerRiskFixture;

interface StoredEvent {
  revision: string;
}

/** Takes the events of a stream from a revision on away, as the restore of an older backup does. Puts them back. */
async function restoreOlder(stream: string, from: number): Promise<() => Promise<void>> {
  const { owner } = service.database;
  await owner.execute('CREATE TABLE IF NOT EXISTS public.newer AS SELECT * FROM event_store.events WHERE false');
  await owner.execute('ALTER TABLE event_store.events DISABLE TRIGGER USER');
  await owner.query(
    `WITH gone AS (DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2 RETURNING *)
     INSERT INTO public.newer SELECT * FROM gone`,
    [stream, from],
  );
  await owner.execute('ALTER TABLE event_store.events ENABLE TRIGGER USER');
  return async () => {
    await owner.execute('INSERT INTO event_store.events OVERRIDING SYSTEM VALUE SELECT * FROM public.newer');
    await owner.execute('TRUNCATE public.newer');
  };
}

const revisions = async (stream: string): Promise<number[]> => {
  const { rows } = await service.database.owner.query<StoredEvent>(
    'SELECT revision FROM event_store.events WHERE stream = $1 ORDER BY revision',
    [stream],
  );
  return rows.map(({ revision }) => Number(revision));
};
const reported = async (): Promise<unknown[]> =>
  (await service.database.owner.query('SELECT stream, detail FROM platform.contradictions')).rows;
const missing = { kind: 'overloaded', code: 'events_missing' };
const by = { actor_type: 'staff' as const, actor: 'j.smith', reason: 'a check' };

describe.each([
  ['in one transaction with their projection', true],
  ['before their projection', false],
])(
  'when events are stored %s, an object of which the read side has events that the event store lacks',
  (_how, isAtomic) => {
    beforeAll(async () => {
      service = await startCustomerRiskFixture({ isAtomic });
    });
    afterAll(() => service.stop());

    const changeKyc = (customer_id: string, to: 'in_review' | 'rejected') =>
      service.commands.send(changeKycStatus, { tenant_id: service.tenantId, customer_id, to, ...by });
    const kycOf = async (id: string) => (await service.customers.customer(service.tenantId, id))!.kyc_status;

    it('takes no changes, because reads would not show them, until its events are back', async () => {
      const { id } = await service.create();
      await changeKyc(id, 'rejected');
      const stored = await revisions(customerStream(id));
      const putBack = await restoreOlder(customerStream(id), stored.at(-1)!);
      await expect(changeKyc(id, 'in_review')).rejects.toMatchObject(missing);
      expect(await revisions(customerStream(id))).toEqual(stored.slice(0, -1));
      expect(await kycOf(id)).toBe('rejected');
      expect(await reported()).toContainEqual({
        stream: customerStream(id),
        detail: `it ends at revision ${stored.at(-2)}, and the read side is at revision ${stored.at(-1)}`,
      });

      await putBack();
      await changeKyc(id, 'in_review');
      expect(await kycOf(id)).toBe('in_review');
    });

    it('is not unknown when the event store has none of its events', async () => {
      const { id } = await service.create();
      await restoreOlder(customerStream(id), 0);
      await expect(changeKyc(id, 'in_review')).rejects.toMatchObject(missing);
    });

    it('takes no changes when it is an alert', async () => {
      const { id } = await service.create();
      const [alert_id] = (await service.raise(id, aScreeningAlert())) as [string];
      const decision = { tenant_id: service.tenantId, alert_id, officer: 'j.smith', reason: 'another person' };
      await service.commands.send(dismissAlert, decision);
      await restoreOlder(alertStream(alert_id), 1);
      await expect(service.commands.send(dismissAlert, decision)).rejects.toMatchObject(missing);
    });
  },
);
