import RequestQueue from 'kafkajs/src/network/requestQueue';
import { quietRequestQueue } from './quiet-request-queue';

describe('the requests of a connection', () => {
  let sent: number[];
  let queue: RequestQueue;

  beforeAll(quietRequestQueue);

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    const logger = { debug() {}, warn() {} };
    queue = new RequestQueue({
      maxInFlightRequests: 1,
      requestTimeout: 1_000,
      clientId: 'test',
      broker: 'test',
      logger,
    });
  });

  afterEach(() => jest.useRealTimers());

  const push = (correlationId: number): void =>
    queue.push({
      entry: { correlationId, resolve() {}, reject() {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    });
  const answer = (correlationId: number): void => queue.fulfillRequest({ correlationId, size: 0, payload: null });

  it('leave no timer running after their responses', () => {
    push(1);
    push(2);
    answer(1);
    answer(2);
    jest.advanceTimersByTime(20);
    expect(sent).toEqual([1, 2]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('wait while the broker throttles the client', () => {
    queue.maybeThrottle(500);
    push(1);
    jest.advanceTimersByTime(499);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(20);
    expect(sent).toEqual([1]);
    answer(1);
    jest.advanceTimersByTime(20);
    expect(jest.getTimerCount()).toBe(0);
  });
});
