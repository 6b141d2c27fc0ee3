import { randomUUID } from 'node:crypto';
import { DispatcherFixture } from './dispatcher-fixture';
import { Receiver } from './receiver';

/** Starts a dispatcher for the tests of a file, and gives each test its own tenant and receiver. */
export function withDispatcher(use: (fixture: DispatcherFixture, receiver: Receiver) => void): void {
  let fixture: DispatcherFixture;
  let receiver: Receiver;
  beforeAll(async () => {
    fixture = await DispatcherFixture.start();
  });
  afterAll(() => fixture?.stop());
  beforeEach(async () => {
    fixture.tenantId = randomUUID();
    receiver = await Receiver.start();
    use(fixture, receiver);
  });
  afterEach(() => receiver.stop());
}
