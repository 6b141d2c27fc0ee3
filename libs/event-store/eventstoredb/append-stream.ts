import { randomUUID } from 'node:crypto';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { readAnswer } from './append-answer';
import { LeaderInDoubt, NoAnswer } from './failures';
import { uuidText } from './uuid';

interface Waiting {
  sentAt: number;
  resolve: (answer: BatchAppendResp) => void;
  reject: (error: Error) => void;
}

/**
 * The appends of one connection. They share one gRPC call that stays open. Each append waits for its own answer until
 * its own deadline; a later answer is ignored. When the call ends, the outcome of all waiting appends is unknown.
 */
export class AppendStream {
  private readonly waiting = new Map<string, Waiting>();
  private lastAnswerAt = 0;
  private ended: Error | undefined;

  /**
   * @param onEnd called with the error that ended the call, before the waiting appends are rejected. The next append
   *   needs a new call.
   * @param silenceMs if no append has received an answer for so long, the call counts as lost
   */
  constructor(
    private readonly call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>,
    onEnd: (error: Error) => void,
    private readonly silenceMs = Infinity,
  ) {
    call.on('data', (answer: BatchAppendResp) => {
      this.lastAnswerAt = Date.now();
      const id = uuidText(answer.getCorrelationId());
      this.waiting.get(id)?.resolve(answer);
      this.waiting.delete(id);
      // In a cluster, another node may be able to store the events.
      const read = readAnswer(answer);
      if (silenceMs < Infinity && read.outcome === 'unknown') {
        end(new LeaderInDoubt(read.reason));
        call.cancel();
      }
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
   * Sends one append, which may consist of several messages.
   *
   * @throws NoAnswer when there is no answer in time: the outcome is unknown
   */
  send(messages: BatchAppendReq[], until: Date): Promise<BatchAppendResp> {
    if (this.ended) return Promise.reject(this.ended);
    if (until.getTime() < Date.now()) return Promise.reject(new NoAnswer());
    const id = randomUUID();
    return new Promise<BatchAppendResp>((resolve, reject) => {
      const sentAt = Date.now();
      const wait = until.getTime() - sentAt;
      let late = setTimeout(
        () => {
          const rest = until.getTime() - Date.now();
          if (rest > 0 && !this.isSilentSince(sentAt)) late = setTimeout(() => this.giveUp(id), rest);
          else this.giveUp(id);
        },
        Math.min(wait, this.silenceMs),
      );
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
    // If no append has received an answer since this one was sent, the call counts as lost.
    if (append && this.isSilentSince(append.sentAt)) this.call.cancel();
  }

  private isSilentSince(time: number): boolean {
    return this.lastAnswerAt < time;
  }
}
