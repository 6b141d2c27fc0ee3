import { type ArgumentsHost, Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { MessageContext } from './command-call';

/**
 * Turns what a command handler throws into what crosses the broker: a refusal, or an opaque failure.
 * What the handler of a fact throws stays as it is: it goes to those who operate the service.
 */
@Catch()
export class RefusalFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (isFact(host.switchToRpc().getContext<MessageContext>())) return throwError(() => error);
    if (error instanceof Refusal) {
      if (error.cause !== undefined) this.logger.warn({ err: error.cause }, error.message);
      return throwError(() => error.toWire());
    }
    this.logger.error({ err: error }, 'a command failed');
    return throwError(() => new Error('the command failed; the service that handles it has logged why'));
  }
}

const isFact = (context: MessageContext): boolean => context.stream !== undefined;
