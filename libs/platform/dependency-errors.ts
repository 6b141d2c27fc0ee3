import { Refusal, refusalOf } from './errors';

/** A system that services keep data in, as `/health/ready` names it. */
export type Dependency = 'database' | 'event_store';

const MAX_CAUSES = 8;

const concerned = new WeakMap<Error, Dependency>();

/** Notes that the error came about because the dependency was away, did not respond, or refused access. */
export function concerning<Failure>(dependency: Dependency, error: Failure): Failure {
  if (error instanceof Error) concerned.set(error, dependency);
  return error;
}

/** The dependency that the error, or one of its causes, came about with. */
export function dependencyOf(error: unknown): Dependency | undefined {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    const found = concerned.get(cause);
    if (found) return found;
    cause = cause.cause ?? refusalOf(cause)?.cause;
  }
  return undefined;
}

/**
 * What a caller is told: the refusal that the error is or has. If a dependency was lost in the middle of the work, and
 * nothing says more, the refusal that says so.
 *
 * @param changes whether the request may have changed something
 */
export function refusalFor(error: unknown, changes: boolean): Refusal | undefined {
  const refusal = refusalOf(error);
  const dependency = refusal ? undefined : dependencyOf(error);
  if (!dependency) return refusal;
  const what = dependency === 'database' ? 'the database' : 'the event store';
  if (!changes) return new Refusal('overloaded', 'unavailable', `${what} cannot be used now; retry`, { cause: error });
  const message = `${what} was lost meanwhile, so the change may or may not have been made; read before you repeat it`;
  return new Refusal('outcome_unknown', 'outcome_unknown', message, { cause: error });
}
