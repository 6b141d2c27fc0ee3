import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ProviderScene, rejection } from './testing/provider-scene';

describe('a signal that matches several customers', () => {
  let test: TestDatabase;
  let database: Database;
  let scene: ProviderScene;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => (scene = await new ProviderScene(database, test.owner).active()));

  const outcome = async () => {
    await scene.drain();
    const [signal] = await scene.list();
    return signal!;
  };
  const applicants = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await scene.customer({ kyc_provider_ref: 'applicant-1' }));
    return ids.sort();
  };
  const WAITING = { status: 'unresolved', reason: 'several_customers' };
  /** The version of each row of the tenant's signals. */
  const versions = async (): Promise<unknown> => {
    const { rows } = await test.owner.query(
      'SELECT xmin::text, ctid::text FROM pipeline.provider_signals WHERE tenant_id = $1',
      [scene.tenantId],
    );
    return rows;
  };

  it('waits, and is applied when only one of them is left', async () => {
    const [first, second, third] = await applicants(3);
    await scene.webhook([rejection('1')]);
    expect(await outcome()).toMatchObject(WAITING);
    expect(await scene.change(first!, {})).toBe(true);
    expect(await outcome()).toMatchObject(WAITING);
    expect(await scene.change(second!, { kyc_provider: 'other', kyc_provider_ref: 'applicant-1' })).toBe(true);
    expect(await outcome()).toMatchObject({ status: 'applied', customer_id: third, reason: null });
  });

  it('is applied when all but one of the customers with its account have a reference', async () => {
    const ids = [await scene.customer({ account_refs: ['ACC-1'] }), await scene.customer({ account_refs: ['ACC-1'] })];
    await scene.webhook([rejection('1', { account_ref: 'ACC-1' })]);
    expect(await outcome()).toMatchObject(WAITING);
    expect(await scene.change(ids[0]!, { account_refs: [] })).toBe(true);
    expect(await outcome()).toMatchObject({ status: 'applied', customer_id: ids[1] });
  });

  it('is not touched when another customer of the tenant changes, or a customer of another tenant', async () => {
    const ids = await applicants(2);
    const unrelated = await scene.customer({ kyc_provider_ref: 'applicant-2', account_refs: ['ACC-2'] });
    await scene.webhook([rejection('1')]);
    expect(await outcome()).toMatchObject(WAITING);
    const before = await versions();
    expect(await scene.change(unrelated, { kyc_provider_ref: 'applicant-3', account_refs: ['ACC-3'] })).toBe(false);
    expect(await scene.change(unrelated, {})).toBe(false);
    const other = new ProviderScene(database, test.owner);
    expect(await other.wakeFor(ids[0]!, { kyc_provider_ref: 'applicant-1' })).toBe(false);
    expect(await versions()).toEqual(before);
  });

  it.each(['before', 'after'])('misses no change that happens %s its customers are stored', async (when) => {
    const [first, second] = await applicants(2);
    await scene.webhook([rejection('1')]);
    let changed = false;
    const changing = new Proxy(database, {
      get(target, key: keyof Database) {
        if (key !== 'query') return Reflect.get(target, key) as unknown;
        return async (text: string, values: unknown[]) => {
          const isTheMoment = !changed && text.includes('SET candidates');
          if (isTheMoment) changed = true;
          if (isTheMoment && when === 'before') await scene.change(first!, {});
          const result = await target.query(text, values);
          if (isTheMoment && when === 'after') await scene.change(first!, {});
          return result;
        };
      },
    });
    await new ProviderScene(changing, test.owner, { tenantId: scene.tenantId }).drain();
    expect(changed).toBe(true);
    expect(await outcome()).toMatchObject({ status: 'applied', customer_id: second });
  });
});
