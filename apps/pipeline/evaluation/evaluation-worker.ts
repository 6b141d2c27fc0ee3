import { setImmediate as nextTurn } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { FairQueue } from '@probity/platform/fair-queue';
import type { Logger } from '@probity/platform/logging';
import { EVALUATION_THREAD } from '../thread-files';
import type { EvaluationReply, Reply, Step } from './evaluation';
import type { Done } from './evaluation-thread';

/** Steps that go to the thread together: a message between threads costs more than a short step. */
const MAX_BATCH = 256;
/** How long a batch should take. A tenant that has the next turn waits for it. */
const BATCH_MS = 32;
/** The time of a step, until it is known. */
const EXPECTED_MS = 1;
/**
 * A step that takes longer than this is stuck. The time limits of rules are far below, but they count only the time for
 * which the thread ran, and on a busy machine it runs rarely.
 */
const STUCK_AFTER_LOOKS = 30;
const LOOK_MS = 1_000;
/** Instead of the index of a step: a new thread loads its code first. */
const NOT_STARTED = -1;
/** Requests come before rules when all processors are busy: then the thread gets a third of what a normal one gets. */
const NICE = 5;
/** Of the JavaScript heap of a thread. Without a limit, a thread that needs more memory ends the process. */
const MAX_HEAP_MB = 1_024;

interface Work {
  step: Step;
  settle?: { resolve: (reply: Reply) => void; reject: (error: Error) => void };
}

/** The evaluation stopped its thread, or the thread could not run. */
export class EvaluationLost extends Error {}

/**
 * One worker thread. A step that does not end, or that needs too much memory, ends its thread: it fails, a new thread
 * starts, and the other steps continue there.
 */
export class EvaluationThread {
  private readonly queue = new FairQueue<Work>();
  private readonly progress = new Int32Array(new SharedArrayBuffer(4));
  private pool: Piscina | undefined;
  private running: Promise<void> | undefined;
  /** how many steps in the queue have a caller that waits */
  private awaited = 0;
  /** how long a step of the last batches took, in milliseconds */
  private stepMs = EXPECTED_MS;

  /** @param lookMs how often it looks whether the thread advances */
  constructor(
    private readonly logger: Logger,
    private readonly filename = EVALUATION_THREAD,
    private readonly lookMs = LOOK_MS,
  ) {}

  /** Starts the thread. Without it, the first step does. */
  start(): Piscina {
    if (this.pool) return this.pool;
    this.pool = new Piscina({
      filename: this.filename,
      minThreads: 1,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      workerData: [this.progress],
      niceIncrement: NICE,
    });
    this.pool.on('error', (err: unknown) => this.logger.error({ err }, 'a thread that evaluates rules failed'));
    return this.pool;
  }

  /** @throws EvaluationLost; and the error of the evaluation */
  do(tenantId: string, step: Step): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.add(tenantId, { step, settle: { resolve, reject } });
    });
  }

  /** A step without a reply. It goes with the next step that has one, or with many others. It may be lost. */
  note(tenantId: string, step: Step): void {
    this.add(tenantId, { step });
  }

  async stop(): Promise<void> {
    await this.running;
    await this.pool?.destroy();
  }

  private add(tenantId: string, work: Work): void {
    this.queue.push(tenantId, work);
    if (work.settle) this.awaited++;
    if (this.hasBatch()) this.running ??= this.run();
  }

  private hasBatch(): boolean {
    return this.awaited > 0 || this.queue.size >= MAX_BATCH;
  }

  private async run(): Promise<void> {
    await nextTurn(); // steps of the same turn go together
    while (this.hasBatch()) {
      const fitting = Math.max(1, Math.floor(BATCH_MS / this.stepMs));
      const length = Math.min(fitting, MAX_BATCH, this.queue.size);
      const batch = Array.from({ length }, () => this.queue.take()!);
      this.awaited -= batch.filter(({ item }) => item.settle).length;
      for (const { owner } of batch) this.queue.charge(owner, EXPECTED_MS);
      const { done, lost } = await this.runBatch(batch.map(({ item }) => item));
      this.measure(done);
      const again: typeof batch = [];
      for (const [index, { owner, item }] of batch.entries()) {
        const result = done[index];
        this.queue.charge(owner, (result?.milliseconds ?? 0) - EXPECTED_MS);
        if (result) settle(item, result.reply);
        else if (lost && (lost.index === index || lost.index === NOT_STARTED)) item.settle?.reject(lost.error);
        else again.push({ owner, item });
      }
      for (const { owner, item } of again.reverse()) this.queue.putBack(owner, item);
      this.awaited += again.filter(({ item }) => item.settle).length;
    }
    this.running = undefined; // in the same turn as the last look at the queue
  }

  private measure(done: Done[]): void {
    if (done.length === 0) return;
    const mean = done.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / done.length;
    this.stepMs = (this.stepMs + mean) / 2;
  }

  /**
   * Returns the results of the steps that are done, or the step that ended the thread: then none is done. If the thread
   * cannot start, no step can be.
   */
  private async runBatch(batch: Work[]): Promise<{ done: Done[]; lost?: { index: number; error: EvaluationLost } }> {
    const stuck = new AbortController();
    const watch = this.watch(stuck);
    Atomics.store(this.progress, 0, NOT_STARTED);
    try {
      const steps = batch.map(({ step }) => step);
      return { done: (await this.start().run(steps, { signal: stuck.signal })) as Done[] };
    } catch (cause) {
      const index = Atomics.load(this.progress, 0);
      this.logger.error(
        { err: cause, ...about(batch[Math.max(index, 0)]!.step) },
        'an evaluation ended its thread; a new one starts',
      );
      return {
        done: [],
        lost: { index, error: new EvaluationLost('the evaluation of the event did not end', { cause }) },
      };
    } finally {
      clearInterval(watch);
    }
  }

  /** Counts looks and not time, because the whole process may pause. */
  private watch(stuck: AbortController): NodeJS.Timeout {
    let [seen, looks] = [-1, 0];
    const look = (): void => {
      const at = Atomics.load(this.progress, 0);
      looks = at === seen && at !== NOT_STARTED ? looks + 1 : 0;
      seen = at;
      if (looks >= STUCK_AFTER_LOOKS) stuck.abort();
    };
    return setInterval(look, this.lookMs);
  }
}

function settle({ settle: caller }: Work, reply: EvaluationReply | null): void {
  if (!caller || !reply) return;
  if (!('failed' in reply)) return caller.resolve(reply);
  const { message, stack } = reply.failed;
  caller.reject(Object.assign(new Error(message), stack === undefined ? {} : { stack }));
}

function about(step: Step): Record<string, string> {
  if ('evaluation' in step) return { tenant: step.evaluation.tenant_id, customer: step.evaluation.customer_id };
  return { customer: 'stored' in step ? step.stored.customer_id : step.customer_id };
}
