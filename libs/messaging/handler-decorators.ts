import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { Observable } from 'rxjs';
import type { Command, ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { DataOf, Fact } from '@probity/contracts/declaration/fact';
import type { MessageContext } from './command-call';

/** Decorates methods that take the message and its context, or only the first of them, or neither. */
type HandlerDecorator<Content, Outcome> = <
  Handler extends (content: Content, context: MessageContext) => Promise<Outcome> | Observable<Outcome>,
>(
  controller: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/** The method carries out the command: it takes the request, and returns the reply, or several as an Observable. */
export const OnCommand = <C extends Command>(command: C): HandlerDecorator<RequestOf<C>, ReplyOf<C>> =>
  handles(MessagePattern(command.name));

/**
 * The method receives the fact at least once. When it fails, it is retried a few times; see deliverFact.
 */
export const OnFact = <F extends Fact>(fact: F): HandlerDecorator<DataOf<F>, void> =>
  handles(EventPattern<string>(fact.name));

/** Nest passes the arguments that the decorators of the parameters select. */
const handles =
  (subscribe: MethodDecorator) =>
  <Handler>(controller: object, method: string | symbol, descriptor: TypedPropertyDescriptor<Handler>): void => {
    Payload()(controller, method, 0);
    Ctx()(controller, method, 1);
    subscribe(controller, method, descriptor);
  };
