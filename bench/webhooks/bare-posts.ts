import { Pool } from 'undici';
import { webhookBody } from './backlog';
import type { BenchReceiver } from './bench-receiver';

export interface BarePosts {
  connections: number;
  per_second: number;
}

/** The baseline: sends the same bytes to the same receiver as fast as undici can, without queue and signature. */
export async function measureBarePosts(
  receiver: BenchReceiver,
  connections: number,
  seconds: number,
): Promise<BarePosts> {
  const { origin, pathname } = new URL(receiver.url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const body = Buffer.from(webhookBody('00000000-0000-7000-8000-000000000000', 'bare'));
  const headers = { 'content-type': 'application/json', 'user-agent': 'Probity-Webhooks/1' };
  const startedAt = performance.now();
  let posts = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        const response = await pool.request({ path: pathname, method: 'POST', headers, body });
        await response.body.dump();
        posts++;
      }
    }),
  );
  const per_second = Math.round(posts / ((performance.now() - startedAt) / 1000));
  await pool.close();
  await receiver.received();
  return { connections, per_second };
}
