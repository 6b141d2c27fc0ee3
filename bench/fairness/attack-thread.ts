import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, Api } from '../../testing/api';
import { ATTACKS } from './attacks';
import { count, type Statuses } from './posting-tenant';

/** An attack, and who makes it. */
export interface Order {
  attack: string;
  tenant: { id: string; slug: string; key: string };
}

const { attack, tenant } = workerData as Order;
const statuses: Statuses = {};

/** Counts the responses, which show how much of the attack the product let in. 0 is a request without a response. */
class CountingApi extends Api {
  override async send<Body>(...request: Parameters<Api['send']>): Promise<Answer<Body>> {
    const answer = await super.send<Body>(...request).catch((error: unknown) => {
      count(statuses, 0);
      throw error;
    });
    count(statuses, answer.status);
    return answer;
  }
}

/**
 * Attacks in a thread of its own, so that its requests do not delay the measurement. Says when its code is loaded,
 * which takes a processor for a third of a second. Begins with the first message, the address of the API, and ends with
 * the second.
 */
const over = new AbortController();
const { run } = ATTACKS.find(({ name }) => name === attack)!;
const { id, slug, key } = tenant;
parentPort!.once('message', (baseUrl: string) => {
  void run({ id, slug, api: new CountingApi(baseUrl, key) }, over.signal);
  parentPort!.once('message', () => {
    over.abort();
    parentPort!.postMessage(statuses);
  });
});
parentPort!.postMessage('loaded');
