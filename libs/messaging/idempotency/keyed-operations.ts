import { isWireRefusal, Refusal, type RefusalKind, type WireRefusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { currentKeyedRequest, type OperationKey, withKeyedRequest } from '@probity/platform/idempotency/keyed-request';
import type { Logger } from '@probity/platform/logging';
import { Worker } from '@probity/platform/worker';
import type { BegunOperation, OperationRecords, OperationResult } from './operation-records';
import { isReplayed } from './replayed';

const FORGET_EVERY_MS = 60_000;
/** A repetition of a rejected request would be rejected again, unless something else changes first. */
const DEFINITE: readonly RefusalKind[] = ['invalid', 'forbidden', 'not_found', 'too_large'];

export interface Outcome<Reply> {
  reply: Reply;
  /** whether it is the stored reply of an earlier request */
  replayed: boolean;
}

/**
 * Carries out operations once for each Idempotency-Key.
 *
 * Guarantees: the first reply or definite refusal is returned to every repetition for 24 hours. An operation whose
 * process died, or whose outcome is unknown, is carried out again by the next repetition, with the same operation id
 * and with what the first attempt was given.
 *
 * Not guaranteed: that `work` runs once. It must find the effects of an earlier attempt by the ids that it is given.
 */
export class KeyedOperations {
  private readonly worker: Worker;

  constructor(
    private readonly records: OperationRecords,
    private readonly logger: Logger,
  ) {
    this.worker = new Worker(() => records.forgetExpired(), logger, FORGET_EVERY_MS);
  }

  /** Begins to delete expired records. */
  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /**
   * Carries out the operation, or returns its stored reply.
   *
   * @param given what `work` needs; JSON. A later attempt gets what the first one was given.
   * @throws Refusal `idempotency_key_in_progress`, `idempotency_key_reused`; the refusal of `work`, which has
   * `replayed` when it is a stored one
   */
  async run<Given, Reply>(
    key: OperationKey | undefined,
    given: Given,
    work: (given: Given, operationId: string) => Promise<Reply>,
  ): Promise<Outcome<Reply>> {
    const attempt = (given: Given, id: string) => withKeyedRequest(undefined, () => work(given, id));
    if (!key) return { reply: await attempt(given, newId()), replayed: false };
    const beginning = await this.records.begin(key, given);
    switch (beginning.state) {
      case 'in progress':
        throw inProgress();
      case 'other request':
        throw otherRequest();
      case 'ended':
        return outcomeOf(beginning.result, true);
      case 'begun': {
        const { operation } = beginning;
        const result = await this.resultOf(operation, attempt(operation.given as Given, operation.operationId));
        return outcomeOf(await this.end(operation, result), false);
      }
    }
  }

  /** Carries out an operation of the HTTP request that the current work belongs to. */
  async ofRequest<Given, Reply>(
    given: Given,
    work: (given: Given, operationId: string) => Promise<Reply>,
  ): Promise<Reply> {
    const request = currentKeyedRequest();
    if (request?.onlyStored) return this.storedReply(request.key);
    try {
      const { reply, replayed } = await this.run(request?.key, given, work);
      if (request) request.replayed = replayed;
      return reply;
    } catch (error) {
      if (request && isReplayed(error)) request.replayed = true;
      throw error instanceof Error || !isWireRefusal(error) ? error : Refusal.fromWire(error);
    }
  }

  /** @throws Refusal `result_expired` when no reply is stored */
  private async storedReply<Reply>(key: OperationKey): Promise<Reply> {
    const result = await this.records.stored(key);
    if (!result || 'refusal' in result) throw new Refusal('invalid', 'result_expired', 'the result is no longer kept');
    return result.reply as Reply;
  }

  private async resultOf(operation: BegunOperation, work: Promise<unknown>): Promise<OperationResult> {
    try {
      return { reply: await work };
    } catch (error) {
      if (isWireRefusal(error) && DEFINITE.includes(error.kind)) {
        const { kind, code, message } = error;
        return { refusal: { kind, code, message } };
      }
      // If this fails as well, the lease ends by itself.
      await this.records
        .release(operation)
        .catch((err: unknown) => this.logger.warn({ err }, 'a lease is not released'));
      throw error;
    }
  }

  private async end(operation: BegunOperation, result: OperationResult): Promise<OperationResult> {
    try {
      return await this.records.end(operation, result);
    } catch (cause) {
      const message =
        'the result could not be recorded, so the outcome is unknown. Retry with the same Idempotency-Key; that is safe.';
      throw new Refusal('outcome_unknown', 'outcome_unknown', message, { cause });
    }
  }
}

function outcomeOf<Reply>(result: OperationResult, replayed: boolean): Outcome<Reply> {
  if (!('refusal' in result)) return { reply: result.reply as Reply, replayed };
  const refusal: WireRefusal & { replayed?: true } = { ...result.refusal, ...(replayed && { replayed: true }) };
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the form that handlers of commands throw
  throw refusal;
}

const inProgress = (): Refusal =>
  new Refusal(
    'conflict',
    'idempotency_key_in_progress',
    'a request with the same Idempotency-Key is in progress; send the same request again after Retry-After seconds',
  );

const otherRequest = (): Refusal =>
  new Refusal(
    'unprocessable',
    'idempotency_key_reused',
    'the Idempotency-Key was used for a different request in the last 24 hours, or by another caller, whose response ' +
      'holds a secret. No changes were made; use a new key for a new request.',
  );
