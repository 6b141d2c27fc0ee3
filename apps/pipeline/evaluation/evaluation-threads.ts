import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Logger } from '@probity/platform/logging';
import { Turns } from '@probity/platform/turns';
import { evaluateInSteps } from './evaluate-in-steps';
import type { Evaluated, Evaluation, Evaluations, Source, Stored } from './evaluation';
import { EvaluationThread } from './evaluation-worker';

/** Histories of several pages that are loaded at the same time. Tenants take turns. */
const LONG_LOADS = 2;

/**
 * Evaluates events in worker threads, so that no rule keeps the process from its other work. A customer's events go to
 * the same thread, which has its windows. In each thread, tenants take turns by the time of their work.
 */
export class EvaluationThreads implements Evaluations {
  private readonly threads: EvaluationThread[];
  private readonly longLoads = new Turns(LONG_LOADS);

  /** @param count one less than the cores, so that the main thread has one */
  constructor(
    logger: Logger,
    count = Math.max(1, availableParallelism() - 1),
    newThread = () => new EvaluationThread(logger),
  ) {
    this.threads = Array.from({ length: count }, newThread);
  }

  evaluate(evaluation: Evaluation, source: Source): Promise<Evaluated> {
    const { tenant_id, customer_id } = evaluation;
    const thread = this.threadOf(customer_id);
    return evaluateInSteps(evaluation, source, {
      do: (step) => thread.do(tenant_id, step),
      loadLong: (work) => this.longLoads.run(tenant_id, work),
    });
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
