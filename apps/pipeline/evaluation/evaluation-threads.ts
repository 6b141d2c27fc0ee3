import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Logger } from '@probity/platform/logging';
import type { Evaluated, Evaluation, Evaluations, Missing, Stored, Supplies } from './evaluation';
import { EvaluationThread } from './evaluation-worker';

/**
 * Evaluates events in worker threads, so that no rule keeps the process from its other work. A customer's events go to
 * the same thread, which has its windows. In each thread, tenants take turns by the time of their work.
 */
export class EvaluationThreads implements Evaluations {
  private readonly threads: EvaluationThread[];

  /** @param count one less than the cores, so that the main thread has one */
  constructor(
    logger: Logger,
    count = Math.max(1, availableParallelism() - 1),
    newThread = () => new EvaluationThread(logger),
  ) {
    this.threads = Array.from({ length: count }, newThread);
  }

  async evaluate(evaluation: Evaluation, supply: (missing: Missing) => Promise<Supplies>): Promise<Evaluated> {
    const { tenant_id, customer_id } = evaluation;
    const thread = this.threadOf(customer_id);
    let supplies: Supplies = {};
    for (;;) {
      const reply = await thread.do(tenant_id, { evaluation, supplies });
      if ('evaluated' in reply) return reply.evaluated;
      supplies = { ...supplies, ...(await supply(reply.missing)) };
    }
  }

  stored(tenantId: string, stored: Stored): void {
    this.threadOf(stored.customer_id).note(tenantId, { stored });
  }

  start(): void {
    for (const thread of this.threads) thread.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  private threadOf(customerId: string): EvaluationThread {
    const { threads } = this;
    if (threads.length === 1) return threads[0]!;
    const number = createHash('md5').update(customerId).digest().readUInt32LE();
    return threads[number % threads.length]!;
  }
}
