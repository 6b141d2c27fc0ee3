import { webhookContext } from '@probity/contracts/providers/commands';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { encryptRequest, RequestKey } from '@probity/platform/request-encryption';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ProviderWebhooksHandler } from './provider-webhooks.handler';
import { ProviderScene, rejection, TEST_PLUGIN } from './testing/provider-scene';

describe('the command with a webhook of a provider', () => {
  let test: TestDatabase;
  let database: Database;
  let scene: ProviderScene;
  let handler: ProviderWebhooksHandler;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    scene = await new ProviderScene(database, test.owner).active();
    handler = new ProviderWebhooksHandler(scene.intake, scene.requestKey);
  });

  const addressed = () => ({ tenant_id: scene.tenantId, plugin: TEST_PLUGIN.name, delivery_id: newId() });
  const encrypted = (id: string, address: ReturnType<typeof addressed>, key = scene.requestKey) =>
    encryptRequest(key.publicPem, JSON.stringify(scene.content([rejection(id)])), webhookContext(address));
  const stored = async () => (await scene.list()).map(({ provider_event_id }) => provider_event_id);

  it('is decrypted by every instance of the pipeline', async () => {
    const address = addressed();
    const command = { ...address, encrypted_webhook: encrypted('1', address) };
    expect(await handler.receive(command)).toEqual({ received: 1 });
    const other = scene.another();
    expect(await new ProviderWebhooksHandler(other.intake, other.requestKey).receive(command)).toEqual({ received: 1 });
    expect(await stored()).toEqual(['1']);
  });

  it('is processed when an older gateway sent it in clear', async () => {
    expect(await handler.receive({ ...addressed(), ...scene.content([rejection('1')]) })).toEqual({ received: 1 });
    expect(await stored()).toEqual(['1']);
  });

  it('is rejected, to be sent again, when it was encrypted to another key or for another webhook', async () => {
    const address = addressed();
    const again = { kind: 'overloaded', code: 'verification_unavailable' };
    const foreign = encrypted('1', address, new RequestKey(Buffer.alloc(32, 9)));
    await expect(handler.receive({ ...address, encrypted_webhook: foreign })).rejects.toMatchObject(again);
    const moved = { ...address, delivery_id: newId(), encrypted_webhook: encrypted('1', address) };
    await expect(handler.receive(moved)).rejects.toMatchObject(again);
    expect(await stored()).toEqual([]);
  });

  it('is not verified without a webhook', async () => {
    await expect(handler.receive(addressed())).rejects.toMatchObject({ code: 'bad_signature' });
  });
});
