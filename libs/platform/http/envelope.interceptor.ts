import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { routeOf } from './documentation/api-route';

/** Wraps the result of a route in the envelope when its documentation has `data` or `list`, and proposals. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(context.getHandler());
    const inEnvelope = route?.data ?? route?.list;
    // A route without a result, or with lines, returns a proposal if its change waits for a second person.
    const isBare = (data: unknown) => data === undefined || data instanceof StreamableFile;
    const wrapped = (data: unknown) => (inEnvelope || !isBare(data) ? { status: 'ok', data } : data);
    return inEnvelope || route?.reviewed ? next.handle().pipe(map(wrapped)) : next.handle();
  }
}
