import { randomBytes } from 'node:crypto';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { grantSeed, GrantSigner } from '@probity/platform/grants';
import { newId } from '@probity/platform/ids';
import { Sealer, sealingKeyId, type SealingKeys } from '@probity/platform/sealing';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { grantKeyStream, openGrantSigner } from './grant-key';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const REPLACING: SealingKeys = { current: NEW, previous: OLD };
const FOLLOWS_FROM_OLD = new GrantSigner(grantSeed(OLD)).shownKey;

describe('the key that signs API keys', () => {
  let test: TestDatabase;
  let store: PostgresEventStore;
  beforeEach(async () => {
    test = await createTestDatabase();
    store = new PostgresEventStore(await test.as(ROLES.backOffice));
  });
  afterEach(() => test.drop());

  const keyWith = async (keys: SealingKeys): Promise<string> => (await openGrantSigner(store, keys)).shownKey;
  const reseal = (keys: SealingKeys) => grantKeyStream(store, new Sealer(keys)).reseal(new Date());

  it('follows from the first master key, and stays the same when that is replaced', async () => {
    expect(await keyWith({ current: OLD })).toBe(FOLLOWS_FROM_OLD);
    expect(await keyWith(REPLACING)).toBe(FOLLOWS_FROM_OLD);
    expect(await reseal(REPLACING)).toEqual({ resealed: 1, unreadable: [] });
    expect(await reseal(REPLACING)).toEqual({ resealed: 0, unreadable: [] });
    expect(await keyWith({ current: NEW })).toBe(FOLLOWS_FROM_OLD);
    const counts = await grantKeyStream(store, new Sealer(NEW)).count();
    expect([...counts]).toEqual([[sealingKeyId(NEW), 1]]);
  });

  it('is that of the previous master key when an older installation starts with two', async () => {
    expect(await keyWith(REPLACING)).toBe(FOLLOWS_FROM_OLD);
  });

  it('is one key for instances that start at the same time', async () => {
    const all = await Promise.all([REPLACING, REPLACING, { current: OLD, next: NEW }].map(keyWith));
    expect(new Set(all)).toEqual(new Set([FOLLOWS_FROM_OLD]));
  });

  it('is not replaced by a key that others sealed, and another master key does not open it', async () => {
    await keyWith({ current: OLD });
    const forged = new Sealer(NEW).seal(randomBytes(32), 'grant-key/grants/1').toString('base64');
    const event = { id: newId(), type: 'GrantKeyCreated', data: { key_id: 'grants/1', sealed: forged } };
    await store.append('api-key-grants-key', 0, [event], () => Promise.resolve());
    expect(await keyWith({ current: OLD })).toBe(FOLLOWS_FROM_OLD);
    expect(await reseal({ current: OLD })).toEqual({ resealed: 0, unreadable: ['grants/1'] });
    await expect(keyWith({ current: randomBytes(32) })).rejects.toThrow('restore the PROBITY_MASTER_KEY');
  });

  it('cannot be stored by another service', async () => {
    const ledger = new PostgresEventStore(await test.as(ROLES.ledger));
    const event = { id: newId(), type: 'GrantKeyCreated', data: {} };
    await expect(ledger.append('api-key-grants-key', NO_STREAM, [event], () => Promise.resolve())).rejects.toThrow();
  });
});
