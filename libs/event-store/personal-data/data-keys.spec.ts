import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { DataKeys } from './data-keys';

const INSTALLATION_KEY = randomBytes(32);
const DESTROY = 'UPDATE privacy.data_keys SET sealed_key = NULL, destroyed_at = now() WHERE subject = $1';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function subjects(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const tenant_id = randomUUID();
  const keys = new DataKeys(test.owner, INSTALLATION_KEY);
  await keys.findOrCreate(ids.map((id) => ({ id, kind: 'customer', tenant_id })));
  return ids;
}

describe('the keys of readers that ask at the same moment', () => {
  it('are read with one query, and each reader gets its own', async () => {
    const ids = await subjects(5);
    const sealed = (await new DataKeys(test.owner, INSTALLATION_KEY).find(ids)).get(ids[2]!);
    const query = jest.spyOn(test.owner, 'query');
    const keys = new DataKeys(test.owner, INSTALLATION_KEY);
    const found = await Promise.all([[ids[0]!, ids[2]!], [ids[2]!], ids.slice(3)].map((of) => keys.find(of)));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(found.map((keysOf) => [...keysOf.keys()])).toEqual([[ids[0], ids[2]], [ids[2]], ids.slice(3)]);
    expect(found[1]!.get(ids[2]!)).toEqual(sealed);
    expect(found[0]!.get(ids[2]!)).not.toEqual(found[0]!.get(ids[0]!));
  });

  it('are found although one of them asks for what cannot be an id', async () => {
    const [id, destroyed] = await subjects(2);
    await test.owner.query(DESTROY, [destroyed]);
    const keys = new DataKeys(test.owner, INSTALLATION_KEY);
    const wanted = [[id!], ["no'id"], [destroyed!, ''], [randomUUID()]];
    const [own, forged, mixed, unknown] = await Promise.all(wanted.map((of) => keys.find(of)));
    expect(own!.get(id!)).toBeDefined();
    expect([...forged!.values()]).toEqual([undefined]);
    expect([...mixed!.values()]).toEqual(['destroyed', undefined]);
    expect([...unknown!.values()]).toEqual([undefined]);
  });
});
