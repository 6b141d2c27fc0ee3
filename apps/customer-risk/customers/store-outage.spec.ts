import { createCustomer } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { AppendNotSent, AppendUnconfirmed } from '@probity/event-store/event-store';
import { Faults } from '@probity/event-store/testing/faulty-event-store';
import { newId } from '@probity/platform/ids';
import { until } from '../../../tests/crash/until';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aProfile } from '../testing/examples';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults, isAtomic: false, repeatForMs: 200 });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const newRequest = () => {
  const customer_id = newId();
  const profile = aProfile({ email: `${customer_id}@example.com`, account_refs: [] });
  return { tenant_id: service.tenantId, customer_id, profile, kyc_status: 'pending' as const };
};
type Request = ReturnType<typeof newRequest>;
const send = (request: Request) => service.commands.send(createCustomer, request);
const withEmailOf = ({ profile: { email } }: Request) => service.customers.customers(service.tenantId, PAGE, { email });
const fails = (error: (stream: string) => Error) => (stream: string) => {
  if (stream.startsWith(customerStream(''))) throw error(stream);
  return false;
};
const notSent = fails((stream) => new AppendNotSent(stream, new Error('no connection')));
const unconfirmed = fails(() => new AppendUnconfirmed('no answer'));

describe('the email of a creation during an outage of the event store', () => {
  it('is free at once when the creation ends and no attempt reached the store', async () => {
    const request = newRequest();
    faults.dieBefore = notSent;
    await expect(send(request)).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    faults.clear();
    const { id } = await service.create({ email: request.profile.email });
    expect(await withEmailOf(request)).toMatchObject([{ id }]);
  });

  it('stays claimed when only a repetition did not reach the store, because the first attempt may have', async () => {
    const request = newRequest();
    faults.dieBefore = fails(() => new Error('died'));
    await expect(send(request)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    faults.dieBefore = notSent;
    await expect(send(request)).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    faults.clear();
    await expect(service.create({ email: request.profile.email })).rejects.toMatchObject({ code: 'email_pending' });
    await expect(send(request)).resolves.toMatchObject({ id: request.customer_id });
  });

  it.each([
    ['before', 'dieBefore'],
    ['after', 'dieAfter'],
  ] as const)(
    'belongs to the customer soon after the outage, without a repeated request, if contact was lost %s the append',
    async (_when, step) => {
      const request = newRequest();
      faults[step] = unconfirmed;
      await expect(send(request)).rejects.toMatchObject({ kind: 'outcome_unknown' });
      faults.clear();
      await until('the customer exists', async () => (await withEmailOf(request)).length > 0);
      expect(await withEmailOf(request)).toMatchObject([{ id: request.customer_id }]);
      await expect(service.create({ email: request.profile.email })).rejects.toMatchObject({ code: 'email_taken' });
      await expect(send(request)).resolves.toMatchObject({ id: request.customer_id });
    },
  );

  it('stays claimed for longer than a minute if the outage lasts that long', async () => {
    const request = newRequest();
    faults.dieBefore = unconfirmed;
    await expect(send(request)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    await service.database.owner.query(
      "UPDATE customer_risk.claims SET claimed_at = claimed_at - interval '61 s' WHERE owner = $1",
      [request.customer_id],
    );
    const renewed = async (): Promise<boolean> => {
      const { rows } = await service.database.owner.query<{ is_new: boolean }>(
        "SELECT claimed_at > clock_timestamp() - interval '60 s' AS is_new FROM customer_risk.claims WHERE owner = $1",
        [request.customer_id],
      );
      return rows[0]!.is_new;
    };
    await until('the claim is renewed', renewed);
    faults.clear();
    await until('the customer exists', async () => (await withEmailOf(request)).length > 0);
    expect(await withEmailOf(request)).toMatchObject([{ id: request.customer_id }]);
  });
});
