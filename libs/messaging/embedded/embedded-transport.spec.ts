import { describeCommandTransport } from '../testing/command-transport-contract';
import { EmbeddedBroker } from './embedded-broker';
import { EmbeddedClient } from './embedded-client';
import { EmbeddedServer } from './embedded-server';

describeCommandTransport('embedded', () => {
  const broker = new EmbeddedBroker();
  return { server: new EmbeddedServer(broker), client: new EmbeddedClient(broker) };
});

describe('the embedded broker', () => {
  it('rejects two handlers for one command', () => {
    const broker = new EmbeddedBroker();
    const handlers = new Map([['a', () => Promise.resolve()]]) as never;
    broker.register(handlers);
    expect(() => broker.register(handlers)).toThrow('the command a has two handlers');
  });
});
