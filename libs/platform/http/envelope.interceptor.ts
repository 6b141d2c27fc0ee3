import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { routeOf } from './documentation/api-route';

/** Wraps the result of a route in the envelope when its documentation has `data` or `list`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const route = routeOf(context.getHandler());
    const inEnvelope = route?.data ?? route?.list;
    return inEnvelope ? next.handle().pipe(map((data) => ({ status: 'ok', data }))) : next.handle();
  }
}
