import { pino } from 'pino';
import { ROLES } from '@probity/persistence/roles';
import { firstEmailKey } from '@probity/read-side/customers/email-key';
import { PAGE } from '../testing/customer-risk-fixture';
import { EmailKeys } from './email-keys';
import { refusalOf, service, withEmail } from './testing/creations';

const COMPOSED = 'ren\u00e9@example.com';
const DECOMPOSED = 'rene\u0301@example.com';

/** Creates a customer, and gives it an address as a version of Probity before the current rule did. */
async function createEarlier(email: string): Promise<string> {
  const { id, email: first } = await service.create();
  const { owner } = service.database;
  const values = [id, email, firstEmailKey(email)];
  await owner.query(
    `UPDATE customer_risk.customers SET email_key = $3, email_key_version = 1,
       profile = (profile::jsonb || jsonb_build_object('email', $2::text))::json WHERE id = $1`,
    values,
  );
  const claim = [`email:${first}`, `email:${firstEmailKey(email)}`];
  await owner.query('UPDATE customer_risk.claims SET name = $2 WHERE name = $1', claim);
  return id;
}

describe('the emails of customers that are older than the rule', () => {
  const logged: { emails?: number }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });

  it('stay with their customers, are reported, and belong to no further customer', async () => {
    const older = await createEarlier(COMPOSED);
    const newer = await createEarlier(DECOMPOSED);
    const alone = await createEarlier('grace\u200b@example.com');
    const keys = new EmailKeys(await service.database.as(ROLES.customerRisk), logger);
    keys.start();
    await keys.complete();

    expect(logged).toMatchObject([{ emails: 1 }]);
    expect((await service.customers.withSameEmail(service.tenantId, PAGE)).map(({ id }) => id)).toEqual([older, newer]);
    expect((await withEmail('RENÉ@example.com')).map(({ id }) => id)).toEqual([older, newer]);
    expect(await withEmail('grace@example.com')).toMatchObject([{ id: alone }]);
    for (const email of [COMPOSED, DECOMPOSED, 'grace@example.com']) {
      await expect(refusalOf(service.create({ email }))).resolves.toMatchObject({ code: 'email_taken' });
    }
  });

  it('are computed once: a later start finds nothing to do', async () => {
    logged.splice(0);
    const keys = new EmailKeys(await service.database.as(ROLES.customerRisk), logger);
    keys.start();
    await keys.complete();
    expect(logged).toEqual([]);
  });

  it('do not prevent a start while they cannot be computed', async () => {
    await createEarlier('zoe\u0308@example.com');
    const database = await service.database.as(ROLES.customerRisk);
    let failures = 2;
    const failing = {
      query: (text: string) => (failures-- > 0 ? Promise.reject(new Error('no connection')) : database.query(text)),
      transaction: database.transaction.bind(database),
    };
    const keys = new EmailKeys(failing as unknown as typeof database, pino({ level: 'silent' }), 1);
    keys.start();
    await keys.complete();
    expect(await withEmail('zo\u00eb@example.com')).toHaveLength(1);
  });
});
