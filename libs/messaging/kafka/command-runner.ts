import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, type Observable, type Subscription } from 'rxjs';
import { Compile } from 'typebox/compile';
import type { Command } from '@probity/contracts/declaration/command';
import { CANCEL, type ReplyFrame } from '@probity/contracts/headers';
import { isWireRefusal, Refusal, type WireRefusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { withCallerAddress } from '@probity/platform/caller-address';
import { withTrace } from '@probity/platform/trace-context';
import type { CommandCall, MessageContext } from '../command-call';
import { Replayed } from '../idempotency/replayed';
import { type ReceivedCommand, receivedCommand, replyMessage } from './command-message';
import type { DeadLetters } from './dead-letters';
import { outcomeUnknown } from '../outcome-unknown';
import { jsonOf } from './json-value';
import type { KafkaSender } from './kafka-sender';
import type { TakenMessage } from './message-intake';

/** How often the runner tells the caller of a command with several replies that the command is still running. */
const ALIVE_EVERY_MS = 5_000;

export interface CommandRunnerOptions {
  /** the commands, with the schema of each request */
  commands: Command[];
  handlerOf: (name: string) => MessageHandler | undefined;
  sender: KafkaSender;
  replyTopic: string;
  source: string;
  deadLetters: DeadLetters;
  logger: Logger;
}

const STOPPING = new Refusal('overloaded', 'unavailable', 'the service that handles the command is stopping; retry');

/**
 * Carries out commands and sends their replies.
 *
 * - A message that is not a valid command becomes a dead letter. If it has a reply address, the caller gets a failure.
 * - A command that is read after its deadline is not carried out, because its caller no longer waits.
 * - A failed command is reported to its caller and not retried: the caller decides whether to retry. A failed command
 *   without a caller becomes a dead letter.
 * - A command with several replies counts as handled when it has begun, so that long work does not prevent commits of
 *   later offsets. If its service dies, the caller notices that no more replies arrive.
 */
export class CommandRunner {
  private readonly checks: Map<string, ReturnType<typeof Compile>>;
  /** commands with several replies, by their id */
  private readonly streaming = new Map<string, { command: ReceivedCommand; work: Subscription }>();

  constructor(private readonly options: CommandRunnerOptions) {
    this.checks = new Map(options.commands.map(({ name, request }) => [name, Compile(request)]));
  }

  async run(message: TakenMessage): Promise<void> {
    const command = receivedCommand(message);
    if (!command) return this.options.deadLetters.put(message, 'the message has no ce_id or no ce_type', 1);
    if (command.name === CANCEL) return this.cancel(message, command);
    if (this.streaming.has(command.id)) return; // redelivered while it is running
    if (command.deadline < Date.now()) {
      this.options.logger.warn(
        { command: command.name, id: command.id },
        'a command was read after its deadline; skipping it',
      );
      return;
    }
    const request = jsonOf(message.value);
    const handler = this.options.handlerOf(command.name);
    const problem = handler ? this.problemOf(command.name, request) : `no handler for ${command.name}`;
    if (!handler || problem !== undefined) {
      await this.options.deadLetters.put(message, problem!, 1);
      return this.reply(command, 'failure', undefined);
    }
    await this.carryOut(message, command, handler, request);
  }

  /** Ends commands with several replies, and notifies their callers. */
  async close(): Promise<void> {
    const open = [...this.streaming.values()];
    for (const { work } of open) work.unsubscribe();
    await Promise.all(open.map(({ command }) => this.reply(command, 'refusal', STOPPING.toWire())));
  }

  private problemOf(name: string, request: unknown): string | undefined {
    if (request === undefined) return 'the value is not JSON';
    const check = this.checks.get(name);
    if (!check || check.Check(request)) return undefined;
    const [error] = check.Errors(request);
    return `the value does not match the schema of ${name}: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
  }

  private async carryOut(
    message: TakenMessage,
    command: ReceivedCommand,
    handler: MessageHandler,
    request: unknown,
  ): Promise<void> {
    const context: MessageContext = { traceparent: command.traceparent, key: command.key };
    try {
      const result: unknown = await withCallerAddress(command.callerAddress, () =>
        withTrace(command.traceparent, () => handler(request, context)),
      );
      if (isObservable(result)) this.stream(command, request, result);
      else await this.reply(command, 'reply', result);
    } catch (error) {
      if (!command.replyTo) return this.options.deadLetters.put(message, 'the handler failed; see the log', 1);
      await this.replyError(command, request, error);
    }
  }

  private stream(command: ReceivedCommand, request: unknown, replies: Observable<unknown>): void {
    const alive = setInterval(() => void this.reply(command, 'alive', undefined), ALIVE_EVERY_MS);
    const end = (): void => {
      clearInterval(alive);
      this.streaming.delete(command.id);
    };
    const subscription = replies.subscribe({
      next: (reply) => void this.reply(command, 'next', reply),
      error: (error: unknown) => {
        end();
        void this.replyError(command, request, error);
      },
      complete: () => {
        end();
        void this.reply(command, 'complete', undefined);
      },
    });
    subscription.add(end);
    if (!subscription.closed) this.streaming.set(command.id, { command, work: subscription });
  }

  private cancel({ value }: TakenMessage, cancellation: ReceivedCommand): Promise<void> {
    const id = (jsonOf(value) as { command?: unknown } | undefined)?.command;
    if (typeof id === 'string') this.streaming.get(id)?.work.unsubscribe();
    return this.reply(cancellation, 'complete', undefined);
  }

  private replyError(command: ReceivedCommand, request: unknown, error: unknown): Promise<void> {
    if (!isWireRefusal(error)) return this.reply(command, 'failure', undefined);
    const { key } = command;
    return this.reply(
      command,
      'refusal',
      error.kind === 'overloaded' ? unknownInstead(error, { request, key }) : error,
    );
  }

  /** A reply that cannot be sent is lost: its caller times out and must retry. */
  private async reply(command: ReceivedCommand, frame: ReplyFrame, content: unknown): Promise<void> {
    const { replyTo } = command;
    if (!replyTo) return;
    const { sender, replyTopic, source, logger } = this.options;
    const replayed = content instanceof Replayed;
    const value = replayed ? content.reply : content;
    try {
      await sender.send(replyTopic, replyMessage(replyTo, command, source, frame, value, Date.now(), replayed));
    } catch (err) {
      logger.warn({ err, command: command.name, id: command.id }, 'a reply could not be sent');
    }
  }
}

/**
 * "No changes were made" holds for this delivery only. The broker may have delivered the command to another
 * instance as well, which may have carried it out.
 */
function unknownInstead({ code, message }: WireRefusal, call: Pick<CommandCall, 'request' | 'key'>): WireRefusal {
  const why = message.replace(/[;.] (nothing was done|no changes were made).*$/i, '');
  return {
    kind: 'outcome_unknown',
    code: code === 'unavailable' ? 'outcome_unknown' : code,
    message: outcomeUnknown(why, call).message,
  };
}
