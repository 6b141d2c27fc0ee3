import { randomUUID } from 'node:crypto';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { NoAnswer } from './failures';
import { uuidText } from './uuid';

interface Waiting {
  sentAt: number;
  resolve: (answer: BatchAppendResp) => void;
  reject: (error: Error) => void;
}

/**
 * The appends of one connection, which share one call that stays open. Each waits for its own answer
 * and no longer than its own deadline; later ones are ignored. When the call ends, the
 * outcome of the waiting appends is unknown, and of no others.
 */
export class AppendStream {
  private readonly waiting = new Map<string, Waiting>();
  private lastAnswerAt = 0;
  private ended: Error | undefined;

  /**
   * @param onEnd is told before the appends that wait are: a new call is needed. An error says what
   *   ended this one.
   */
  constructor(
    private readonly call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>,
    onEnd: (error: Error) => void,
  ) {
    call.on('data', (answer: BatchAppendResp) => {
      this.lastAnswerAt = Date.now();
      const id = uuidText(answer.getCorrelationId());
      this.waiting.get(id)?.resolve(answer);
      this.waiting.delete(id);
    });
    const end = (error: Error): void => {
      this.ended ??= error;
      onEnd(error);
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    };
    call.on('error', end);
    call.on('end', () => end(new Error('the server ended the call')));
  }

  /**
   * Sends one append in as many messages as it has.
   *
   * @throws NoAnswer when there is no answer in time: the outcome is unknown
   */
  send(messages: BatchAppendReq[], until: Date): Promise<BatchAppendResp> {
    if (this.ended) return Promise.reject(this.ended);
    if (until.getTime() < Date.now()) return Promise.reject(new NoAnswer());
    const id = randomUUID();
    return new Promise<BatchAppendResp>((resolve, reject) => {
      const sentAt = Date.now();
      const late = setTimeout(() => this.giveUp(id), until.getTime() - sentAt);
      this.waiting.set(id, {
        sentAt,
        resolve: (answer) => {
          clearTimeout(late);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(late);
          reject(error);
        },
      });
      for (const message of messages) this.call.write(message.setCorrelationId(new UUID().setString(id)));
    });
  }

  private giveUp(id: string): void {
    const append = this.waiting.get(id);
    this.waiting.delete(id);
    append?.reject(new NoAnswer());
    // A call without any answer since then counts as lost.
    if (append && this.lastAnswerAt < append.sentAt) this.call.cancel();
  }
}
