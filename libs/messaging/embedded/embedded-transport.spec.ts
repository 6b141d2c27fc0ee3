import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { describeCommandTransport } from '../testing/command-transport-contract';
import { testKeyedCommands } from '../testing/test-keyed-commands';
import { EmbeddedBroker } from './embedded-broker';
import { EmbeddedClient } from './embedded-client';
import { EmbeddedServer } from './embedded-server';

let test: TestDatabase | undefined;
afterAll(() => test?.drop());

describeCommandTransport('embedded', async () => {
  test = await createTestDatabase();
  const broker = new EmbeddedBroker();
  const server = new EmbeddedServer(broker, undefined, testKeyedCommands(test.owner));
  return { server, client: new EmbeddedClient(broker) };
});

describe('the embedded broker', () => {
  it('rejects two handlers for one command', () => {
    const broker = new EmbeddedBroker();
    const handlers = new Map([['a', () => Promise.resolve()]]) as never;
    broker.register(handlers);
    expect(() => broker.register(handlers)).toThrow('the command a has two handlers');
  });
});
