import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Api } from '../testing/api';

const PAGE = 100;

/**
 * Sends a request. If the tenant's limit of requests is exceeded, waits as long as the API says and sends it again.
 *
 * @throws Error with the method, the path and the API's message if the API returns another status
 */
export async function call<Body = any>(
  api: Api,
  method: 'GET' | 'POST',
  path: string,
  status: number,
  body?: object,
): Promise<Answer<Body>> {
  const send = () =>
    api.send<any>(method, path, body && JSON.stringify(body)).catch((error: Error) => {
      throw new Error(`${method} ${path}: no answer (${String((error.cause as Error)?.message ?? error.message)})`);
    });
  let answer = await send();
  while (answer.status === 429) {
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
    answer = await send();
  }
  if (answer.status === status) return answer;
  throw new Error(`${method} ${path} returned ${answer.status}: ${answer.body?.message ?? 'no message'}`);
}

/** Returns all items of a list; reads it page by page. */
export async function listAll<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { body } = await call<{ data: Item[] }>(api, 'GET', `${path}?limit=${PAGE}&offset=${items.length}`, 200);
    items.push(...body.data);
    if (body.data.length < PAGE) return items;
  }
}
