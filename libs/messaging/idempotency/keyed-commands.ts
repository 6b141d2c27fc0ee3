import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { refusalOf } from '@probity/platform/errors';
import { encryptReply, ReplyKey } from '@probity/platform/reply-encryption';
import type { MessageContext } from '../command-call';
import type { KeyedOperations } from './keyed-operations';
import { Replayed } from './replayed';

/** Lets the handlers of commands carry out each command with an Idempotency-Key once; see `KeyedOperations`. */
export class KeyedCommands {
  private readonly replyKey = new ReplyKey();

  constructor(private readonly operations: KeyedOperations) {}

  /** Returns a handler that passes commands without a key on unchanged. */
  around(handler: MessageHandler): MessageHandler {
    const keyed: MessageHandler = (request: unknown, context: MessageContext) =>
      context.key ? this.carryOut(handler, request, context) : handler(request, context);
    return keyed;
  }

  private async carryOut(handler: MessageHandler, request: unknown, context: MessageContext): Promise<never> {
    try {
      const { reply, replayed } = await this.operations.run(context.key, request, (given, operationId) =>
        this.readable(handler, given, { ...context, operationId }),
      );
      const sent = hidden(reply, request);
      return (replayed ? new Replayed(sent) : sent) as never;
    } catch (error) {
      throw refusalOf(error)?.toWire() ?? error;
    }
  }

  /**
   * The reply with its secret readable, so that it can be stored, and encrypted later for the caller of a repetition,
   * who has another key.
   */
  private async readable(handler: MessageHandler, request: unknown, context: MessageContext): Promise<unknown> {
    if (!hasReplyKey(request)) return replyOf(await handler(request, context));
    const reply = await replyOf(await handler({ ...request, reply_key: await this.replyKey.publicPem() }, context));
    const { encrypted_secret } = reply as SecretReply;
    return { ...(reply as object), encrypted_secret: await this.replyKey.decrypt(encrypted_secret) };
  }
}

/** The reply with its secret encrypted for the caller. */
const hidden = (reply: unknown, request: unknown): unknown =>
  hasReplyKey(request)
    ? {
        ...(reply as object),
        encrypted_secret: encryptReply(request.reply_key, (reply as SecretReply).encrypted_secret),
      }
    : reply;

interface SecretReply {
  encrypted_secret: string;
}

const hasReplyKey = (request: unknown): request is { reply_key: string } =>
  typeof request === 'object' && request !== null && 'reply_key' in request;

/** Nest returns the error of a handler as an Observable. */
const replyOf = (result: unknown): Promise<unknown> =>
  isObservable(result) ? lastValueFrom(result) : Promise.resolve(result);
