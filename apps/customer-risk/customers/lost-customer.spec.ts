import { customerStream } from '@probity/contracts/customers/events';
import { ageClaims, refusalOf, service, withEmail } from './testing/creations';

/** Removes the events of a customer, as the restore of an older backup of the event store does. */
async function loseStream(customerId: string): Promise<void> {
  const { owner } = service.database;
  await owner.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
  await owner.query('DELETE FROM event_store.events WHERE stream = $1', [customerStream(customerId)]);
  await owner.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
}

const loseView = (customerId: string) =>
  service.database.owner.query('DELETE FROM customer_risk.customers WHERE id = $1', [customerId]);

describe('the email of a customer that the event store has lost', () => {
  it('is in use as long as readers see the customer', async () => {
    const { id, email } = await service.create();
    await loseStream(id);
    await ageClaims();
    await expect(refusalOf(service.create({ email }))).resolves.toMatchObject({ code: 'email_taken' });
    expect(await withEmail(email)).toMatchObject([{ id }]);
  });

  it('is free when the read side has forgotten the customer, too, and then belongs to one new customer', async () => {
    const { id, email } = await service.create();
    await loseStream(id);
    await loseView(id);
    await ageClaims();
    const outcomes = await Promise.allSettled([service.create({ email }), service.create({ email })]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await withEmail(email)).toHaveLength(1);
  });

  it('is not free within a minute, and the request ends', async () => {
    const { id, email } = await service.create();
    await loseStream(id);
    await loseView(id);
    await expect(refusalOf(service.create({ email }))).resolves.toMatchObject({ code: 'email_pending' });
  });
});
