import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ErrorCode } from '../errors';
import { errorEnvelope, RETRY_AFTER_S } from './error-envelope.filter';

/**
 * Rejects requests of every route that arrive on an open connection while the server stops, and requests of HTTP/1.1
 * without Host. Fastify and Node.js would respond to them without the error envelope, and so would the
 * error handler of routes that were added before Nest's own.
 */
export function acceptRequests(fastify: FastifyInstance): void {
  let isStopping = false;
  fastify.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isStopping) {
      void reply.header('connection', 'close').header('retry-after', RETRY_AFTER_S[503]);
      return refuse(reply, 503, 'unavailable', 'the server is stopping; retry');
    }
    if (request.raw.httpVersion === '1.1' && !request.headers.host) {
      return refuse(reply, 400, 'bad_http', 'the request has no Host header');
    }
    done();
  });
}

function refuse(reply: FastifyReply, status: number, code: ErrorCode, message: string): void {
  void reply.code(status).send(errorEnvelope(code, message));
}
