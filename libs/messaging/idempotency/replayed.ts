/** The stored reply of an earlier command with the same Idempotency-Key. */
export class Replayed {
  constructor(readonly reply: unknown) {}
}

/** Whether the error is the stored refusal of an earlier command with the same Idempotency-Key. */
export const isReplayed = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { replayed?: unknown }).replayed === true;
