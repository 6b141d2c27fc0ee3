import { ApiClients, type CallApi } from '../api-client';
import type { ProviderPlugin } from '../plugin';
import { FakeProvider, type Respond } from './fake-provider';

const PATIENCE_MS = 10_000;

/** A provider, and the API to call it, for the tests of a block. */
export function fakeApi(plugin: ProviderPlugin, configuration: Record<string, unknown>) {
  let server: FakeProvider;
  let clients: ApiClients;
  beforeEach(async () => {
    server = await FakeProvider.start();
    const policy = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };
    clients = new ApiClients({ policy, resolve: () => Promise.reject(new Error('the fake provider has no name')) });
  });
  afterEach(async () => {
    await clients.closeAll();
    await server.stop();
  });
  return {
    server: () => server,
    api: (respond: Respond, timeoutMs = PATIENCE_MS): CallApi => {
      server.respond = respond;
      const { pathname } = new URL(plugin.baseUrl(configuration));
      return clients.call({ id: 'provider', plugin, baseUrl: server.url + pathname.replace(/\/$/, '') }, timeoutMs);
    },
  };
}
