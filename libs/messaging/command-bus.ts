import type { ClientProxy } from '@nestjs/microservices';
import { catchError, lastValueFrom, type Observable, throwError, timeout } from 'rxjs';
import type { Command, ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { isWireRefusal, Refusal } from '@probity/platform/errors';
import { outcomeUnknown } from './outcome-unknown';
import type { CommandCall } from './command-call';

/** How long an answer is waited for before its outcome is declared unknown. */
export const COMMAND_DEADLINE_MS = 10_000;
/** How long a walk may show no progress. */
const PROGRESS_DEADLINE_MS = 600_000;

/** Sends commands to whichever service handles them. */
export class CommandBus {
  constructor(private readonly client: ClientProxy) {}

  /**
   * Sends a command and answers its reply.
   *
   * @param traceparent W3C Trace Context of whoever asks
   * @throws Refusal what the handler refused, or `outcome_unknown` when no answer came in time: the
   *   command may still be carried out
   */
  async send<C extends Command>(command: C, request: RequestOf<C>, traceparent?: string): Promise<ReplyOf<C>> {
    const timeToLiveMs = COMMAND_DEADLINE_MS;
    return lastValueFrom(
      this.replies({ command, request, timeToLiveMs, manyReplies: false, traceparent }, timeToLiveMs),
    );
  }

  /** Sends a command that replies many times. Unsubscribing ends the work. */
  progress<C extends Command>(command: C, request: RequestOf<C>, traceparent?: string): Observable<ReplyOf<C>> {
    const call = { command, request, timeToLiveMs: COMMAND_DEADLINE_MS, manyReplies: true, traceparent };
    return this.replies(call, PROGRESS_DEADLINE_MS);
  }

  private replies<Reply>(call: CommandCall, deadline: number): Observable<Reply> {
    return this.client.send<Reply, CommandCall>(call.command.name, call).pipe(
      timeout({
        each: deadline,
        with: () => throwError(() => outcomeUnknown(`no answer within ${deadline / 1000} s`, call.request)),
      }),
      catchError((error: unknown) => throwError(() => (isWireRefusal(error) ? Refusal.fromWire(error) : error))),
    );
  }
}
