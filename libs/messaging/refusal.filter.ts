import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';

/** Turns what a command handler throws into what crosses the broker: a refusal, or an opaque failure. */
@Catch()
export class RefusalFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown): Observable<never> {
    if (error instanceof Refusal) {
      if (error.cause !== undefined) this.logger.warn({ err: error.cause }, error.message);
      return throwError(() => error.toWire());
    }
    this.logger.error({ err: error }, 'a command failed');
    return throwError(() => new Error('the command failed; the service that handles it has logged why'));
  }
}
