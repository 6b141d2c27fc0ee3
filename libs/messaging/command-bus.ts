import type { ClientProxy } from '@nestjs/microservices';
import { catchError, type Observable, throwError, timeout } from 'rxjs';
import type { Command, ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { isWireRefusal, Refusal } from '@probity/platform/errors';
import { currentKeyedRequest } from '@probity/platform/idempotency/keyed-request';
import { currentCallerAddress } from '@probity/platform/caller-address';
import { currentTrace } from '@probity/platform/trace-context';
import { outcomeUnknown } from './outcome-unknown';
import type { CommandCall } from './command-call';
import { isReplayed, Replayed } from './idempotency/replayed';

/** How long a caller waits for a reply. After that the outcome is unknown. */
export const COMMAND_DEADLINE_MS = 10_000;
/** The maximum time between two replies of a command with several replies. */
const PROGRESS_DEADLINE_MS = 600_000;

/** Sends commands to the services that handle them. */
export class CommandBus {
  constructor(private readonly client: ClientProxy) {}

  /**
   * Sends a command as part of the current trace, and returns its reply. If the current request has an
   * Idempotency-Key, the command is carried out once for this key.
   *
   * @throws Refusal of the handler, or `outcome_unknown` when no reply arrived in time: the
   *   command may still be carried out
   */
  async send<C extends Command>(command: C, request: RequestOf<C>): Promise<ReplyOf<C>> {
    const keyed = currentKeyedRequest();
    const call = { command, request, manyReplies: false, key: keyed?.key };
    try {
      const reply = await this.reply<ReplyOf<C> | Replayed>(call);
      if (!(reply instanceof Replayed)) return reply;
      if (keyed) keyed.replayed = true;
      return reply.reply as ReplyOf<C>;
    } catch (error) {
      if (keyed && isReplayed(error)) keyed.replayed = true;
      throw isWireRefusal(error) ? Refusal.fromWire(error) : error;
    }
  }

  /** Sends a command that replies many times. Unsubscribing ends the work. */
  progress<C extends Command>(command: C, request: RequestOf<C>): Observable<ReplyOf<C>> {
    return this.replies<ReplyOf<C>>({ command, request, manyReplies: true }, PROGRESS_DEADLINE_MS).pipe(
      catchError((error: unknown) => throwError(() => (isWireRefusal(error) ? Refusal.fromWire(error) : error))),
    );
  }

  /** The only reply. One timer for each: the operators of rxjs for it cost as much as the way to the handler. */
  private reply<Reply>(asked: AskedCall): Promise<Reply> {
    const call = sentNow(asked);
    return new Promise<Reply>((resolve, reject) => {
      let hasReply = false;
      const replies = this.client.send<Reply, CommandCall>(call.command.name, call).subscribe({
        next: (reply) => {
          hasReply = true;
          resolve(reply);
        },
        error: reject,
        complete: () => {
          if (!hasReply) reject(new Error(`${call.command.name} ended without a reply`));
        },
      });
      const late = setTimeout(() => {
        reject(noReply(call, COMMAND_DEADLINE_MS));
        replies.unsubscribe();
      }, COMMAND_DEADLINE_MS);
      replies.add(() => clearTimeout(late));
    });
  }

  private replies<Reply>(asked: AskedCall, deadline: number) {
    const call = sentNow(asked);
    return this.client.send<Reply, CommandCall>(call.command.name, call).pipe(
      timeout({
        each: deadline,
        with: () => throwError(() => noReply(call, deadline)),
      }),
    );
  }
}

type SentNow = 'timeToLiveMs' | 'traceparent' | 'callerAddress';
type AskedCall = Omit<CommandCall, SentNow>;

const sentNow = ({ command, request, manyReplies, key }: AskedCall): CommandCall => ({
  command,
  request,
  manyReplies,
  key,
  timeToLiveMs: COMMAND_DEADLINE_MS,
  traceparent: currentTrace(),
  callerAddress: currentCallerAddress(),
});

const noReply = (call: CommandCall, deadlineMs: number): Refusal =>
  outcomeUnknown(`no reply within ${deadlineMs / 1000} s`, call);
