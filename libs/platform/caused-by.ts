/** The error itself, or its cause, if it is of the class. An event store wraps what a projection throws. */
export function causedBy<Thrown extends Error>(
  error: unknown,
  thrown: abstract new (...args: never[]) => Thrown,
): Thrown | undefined {
  if (error instanceof thrown) return error;
  return error instanceof Error && error.cause instanceof thrown ? error.cause : undefined;
}
