import { evaluateInSteps } from '../evaluate-in-steps';
import type { Evaluated, Evaluation, Evaluations, Source, Step, Stored } from '../evaluation';
import { Evaluator } from '../evaluator';

/** Evaluates in the thread of the test, with copies of the messages as another thread would get them. */
export class InlineEvaluations implements Evaluations {
  constructor(private readonly evaluator = new Evaluator()) {}

  evaluate(evaluation: Evaluation, source: Source): Promise<Evaluated> {
    return evaluateInSteps(evaluation, source, {
      do: (step) => Promise.resolve(structuredClone(this.replyTo(structuredClone(step)))),
      loadLong: (work) => work(),
    });
  }

  stored(_tenantId: string, stored: Stored): void {
    this.evaluator.stored(structuredClone(stored));
  }

  private replyTo(step: Exclude<Step, { stored: unknown }>) {
    return 'page' in step
      ? this.evaluator.take(step.customer_id, step.page)
      : this.evaluator.evaluate(step.evaluation, step.supplies);
  }
}
