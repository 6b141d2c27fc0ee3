import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { Observable } from 'rxjs';
import type { Command, ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { DataOf, Fact } from '@probity/contracts/declaration/fact';
import type { MessageContext } from './command-call';

/** Decorates methods with the parameters (message, context). A method may leave out the context, or both. */
type HandlerDecorator<Content, Outcome> = <
  Handler extends (content: Content, context: MessageContext) => Promise<Outcome> | Observable<Outcome>,
>(
  controller: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/** Marks the handler of a command. It takes the request and returns one reply, or an Observable of several. */
export const OnCommand = <C extends Command>(command: C): HandlerDecorator<RequestOf<C>, ReplyOf<C>> =>
  handles(MessagePattern(command.name));

/**
 * Marks a handler of a fact. It receives each fact at least once. If it fails, it is retried; see `deliverFact`.
 */
export const OnFact = <F extends Fact>(fact: F): HandlerDecorator<DataOf<F>, void> =>
  handles(EventPattern<string>(fact.name));

/** Decorates the parameters too, because Nest passes only the arguments that parameter decorators select. */
const handles =
  (subscribe: MethodDecorator) =>
  <Handler>(controller: object, method: string | symbol, descriptor: TypedPropertyDescriptor<Handler>): void => {
    Payload()(controller, method, 0);
    Ctx()(controller, method, 1);
    subscribe(controller, method, descriptor);
  };
