import { type ArgumentsHost, Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';
import { refusalFor } from '@probity/platform/dependency-errors';
import type { Logger } from '@probity/platform/logging';
import type { MessageContext } from './command-call';

/**
 * Converts an error of a command handler for the caller: a Refusal keeps its code and message, any other error becomes
 * a failure without details. Errors of fact handlers stay unchanged, because only the operator sees them.
 */
@Catch()
export class RefusalFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (isFact(host.switchToRpc().getContext<MessageContext>())) return throwError(() => error);
    const refusal = refusalFor(error, true);
    if (refusal) {
      if (refusal.cause !== undefined) this.logger.warn({ err: refusal.cause }, refusal.message);
      return throwError(() => refusal.toWire());
    }
    this.logger.error({ err: error }, 'a command failed');
    return throwError(() => new Error('the command failed; see the log of the service that handles it'));
  }
}

const isFact = (context: MessageContext): boolean => context.stream !== undefined;
