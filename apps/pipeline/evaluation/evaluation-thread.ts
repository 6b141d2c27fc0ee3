import { workerData } from 'node:worker_threads';
import type { EvaluationReply, Step } from './evaluation';
import { Evaluator } from './evaluator';

/** After this time, the rest of a batch is returned, so that other tenants' evaluations come before it. */
const BATCH_MS = 20;

/** A reply for each step that was done, in order, and the time that it took. A note has no reply. */
export interface Done {
  reply: EvaluationReply | null;
  milliseconds: number;
}

const evaluator = new Evaluator();
/** the index of the step in progress; the main thread sees with it that the work advances */
const [progress] = workerData as [Int32Array];

/** Does the steps in order. Does at least one; the caller sends those again that have no result. */
export default function run(steps: Step[]): Done[] {
  const start = performance.now();
  const done: Done[] = [];
  let now = start;
  for (const [index, step] of steps.entries()) {
    Atomics.store(progress, 0, index);
    const reply = replyTo(step);
    const before = now;
    now = performance.now();
    done.push({ reply, milliseconds: now - before });
    if (now - start >= BATCH_MS) break;
  }
  return done;
}

/** A failure belongs to its evaluation; the others of the batch get their result. */
function replyTo(step: Step): EvaluationReply | null {
  if ('stored' in step) {
    evaluator.stored(step.stored);
    return null;
  }
  try {
    if ('page' in step) return evaluator.take(step.customer_id, step.page);
    return evaluator.evaluate(step.evaluation, step.supplies);
  } catch (error) {
    const { message, stack } = error as Error;
    return { failed: { message, ...(stack === undefined ? {} : { stack }) } };
  }
}
