import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics';

/** A dependency of this service. `check` rejects when it is unavailable. */
export interface DependencyCheck {
  name: string;
  check: () => Promise<void>;
}

/** What operators should know of this service, and what does not keep it from requests. */
export interface ReadinessDetail {
  name: string;
  /** names no tenant and no host */
  read: () => Promise<'ok' | 'failed'>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Adds `/health/live`, `/health/ready` and `/metrics`. They are outside the API and need no key. */
export function registerOperationRoutes(
  fastify: FastifyInstance,
  dependencies: DependencyCheck[],
  metrics: Metrics,
  details: ReadinessDetail[] = [],
): void {
  fastify.get('/health/live', async () => ({ status: 'ok' }));

  fastify.get('/health/ready', async (_request, reply) => {
    const { ready, results } = await readiness(dependencies);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ok' : 'unavailable',
      dependencies: Object.fromEntries(results.map(({ name, status }) => [name, status])),
      ...(details.length > 0 && { details: Object.fromEntries(await Promise.all(details.map(readDetail))) }),
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

async function readDetail({ name, read }: ReadinessDetail): Promise<[name: string, state: string]> {
  return [name, await inTime(read).catch(() => 'unknown')];
}

async function run({ name, check }: DependencyCheck): Promise<{ name: string; status: 'ok' | 'unavailable' }> {
  try {
    await inTime(check);
    return { name, status: 'ok' };
  } catch {
    return { name, status: 'unavailable' }; // without the reason, because it may contain host names
  }
}

async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work(), tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
