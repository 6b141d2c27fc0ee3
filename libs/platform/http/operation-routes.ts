import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics';

/** A dependency of this service. `check` rejects when it is unavailable. */
export interface DependencyCheck {
  name: string;
  check: () => Promise<void>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Adds `/health/live`, `/health/ready` and `/metrics`. They are outside the API and need no key. */
export function registerOperationRoutes(
  fastify: FastifyInstance,
  dependencies: DependencyCheck[],
  metrics: Metrics,
): void {
  fastify.get('/health/live', async () => ({ status: 'ok' }));

  fastify.get('/health/ready', async (_request, reply) => {
    const { ready, results } = await readiness(dependencies);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ok' : 'unavailable',
      dependencies: Object.fromEntries(results.map(({ name, status }) => [name, status])),
    });
  });

  fastify.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

/** Runs all checks at once. A check that takes too long counts as failed. */
export async function readiness(dependencies: DependencyCheck[]): Promise<{
  ready: boolean;
  results: { name: string; status: 'ok' | 'unavailable' }[];
}> {
  const results = await Promise.all(dependencies.map(run));
  return { ready: results.every(({ status }) => status === 'ok'), results };
}

async function run({ name, check }: DependencyCheck): Promise<{ name: string; status: 'ok' | 'unavailable' }> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), tooSlow]);
    return { name, status: 'ok' };
  } catch {
    return { name, status: 'unavailable' }; // without the reason, because it may contain host names
  } finally {
    clearTimeout(timer);
  }
}
