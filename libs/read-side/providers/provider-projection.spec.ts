import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { projectProviderEvents, type RecordedProviderEvent } from './provider-projection';

const PROVIDERS = 200;
const AT_ONCE = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function configured(): RecordedProviderEvent {
  const provider_id = randomUUID();
  const data = {
    provider_id,
    tenant_id: randomUUID(),
    plugin: 'sumsub',
    plugin_version: '1.0.0',
    version: 1,
    stages: ['kyc' as const],
    configuration: {},
    secrets: [],
    sealed_secrets: '',
    officer: 'j.smith',
    reason: 'agreed',
    configured_at: '2026-03-02T09:15:00.000Z',
  };
  return {
    id: randomUUID(),
    stream: `provider-configuration-${provider_id}`,
    revision: 0,
    type: 'ProviderConfigured',
    data,
  };
}

describe('the configuration of a provider', () => {
  it('is projected once when the writer and a follower project it at the same moment', async () => {
    const project = (event: RecordedProviderEvent): Promise<void> =>
      database.owner.transaction((sql) => projectProviderEvents(sql, [event]));
    for (let n = 0; n < PROVIDERS; n++) {
      const event = configured();
      await Promise.all(Array.from({ length: AT_ONCE }, () => project(event)));
    }
    const { rows } = await database.owner.query('SELECT count(*)::int AS providers FROM pipeline.providers');
    expect(rows).toEqual([{ providers: PROVIDERS }]);
  });
});
