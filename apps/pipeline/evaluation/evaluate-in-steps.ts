import type { Evaluated, Evaluation, Reply, Source, Step, WantedPage } from './evaluation';

/** A history that is lost again and again, with its thread, must not be loaded for ever. */
const MAX_LOADS = 3;

export interface Steps {
  do(step: Exclude<Step, { stored: unknown }>): Promise<Reply>;
  /** runs the rest of a load that takes several pages */
  loadLong(work: () => Promise<void>): Promise<void>;
}

/** Evaluates an event, and gets what the thread asks for. */
export async function evaluateInSteps(evaluation: Evaluation, source: Source, steps: Steps): Promise<Evaluated> {
  let step: Parameters<Steps['do']>[0] = { evaluation };
  for (let loads = 0; loads <= MAX_LOADS;) {
    const reply = await steps.do(step);
    if ('evaluated' in reply) return reply.evaluated;
    step = { evaluation };
    if ('loaded' in reply) continue;
    const { history, ...others } = reply.missing;
    if (!history) {
      step = { evaluation, supplies: source.supply(others) };
      continue;
    }
    loads++;
    await load(evaluation.customer_id, history, source, steps);
  }
  throw new Error(`the history of a customer was lost ${MAX_LOADS} times while it was loaded`);
}

async function load(customer_id: string, first: WantedPage, source: Source, steps: Steps): Promise<void> {
  const next = async (wanted: WantedPage): Promise<WantedPage | undefined> => {
    const reply = await steps.do({ customer_id, page: await source.page(wanted) });
    return 'missing' in reply ? reply.missing.history : undefined;
  };
  let wanted = await next(first);
  if (!wanted) return;
  await steps.loadLong(async () => {
    while (wanted) wanted = await next(wanted);
  });
}
