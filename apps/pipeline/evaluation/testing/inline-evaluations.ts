import type { Evaluated, Evaluation, Evaluations, Missing, Stored, Supplies } from '../evaluation';
import { Evaluator } from '../evaluator';

/** Evaluates in the thread of the test, with copies of the messages as another thread would get them. */
export class InlineEvaluations implements Evaluations {
  constructor(private readonly evaluator = new Evaluator()) {}

  async evaluate(evaluation: Evaluation, supply: (missing: Missing) => Promise<Supplies>): Promise<Evaluated> {
    let supplies: Supplies = {};
    for (;;) {
      const reply = structuredClone(this.evaluator.evaluate(structuredClone(evaluation), structuredClone(supplies)));
      if ('evaluated' in reply) return reply.evaluated;
      supplies = { ...supplies, ...(await supply(reply.missing)) };
    }
  }

  stored(_tenantId: string, stored: Stored): void {
    this.evaluator.stored(structuredClone(stored));
  }
}
