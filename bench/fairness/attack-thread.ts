import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';
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

/**
 * Counts the responses, which show how much of the attack the product let in. 0 is a request without a response. Sends
 * without `fetch`, which needs two to five times as much processor time for a large body: the attacker shares the
 * processors with the product here, and would slow it down with work that no attacker does on the product's machine.
 */
class AttackingApi extends Api {
  override async send<Body>(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer<Body>> {
    const headers = { ...this.authorization, 'content-type': 'application/json' };
    try {
      const response = await request(`${this.baseUrl}${path}`, { method, headers, body });
      const answer = (await response.body.json()) as Body;
      count(statuses, response.statusCode);
      return { status: response.statusCode, headers: new Headers(), body: answer };
    } catch (error) {
      count(statuses, 0);
      throw error;
    }
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
  void run({ id, slug, api: new AttackingApi(baseUrl, key) }, over.signal);
  parentPort!.once('message', () => {
    over.abort();
    parentPort!.postMessage(statuses);
  });
});
parentPort!.postMessage('loaded');
