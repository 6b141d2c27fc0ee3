import type { FastifyInstance } from 'fastify';
import { invalid, Refusal } from '../errors';

/**
 * Rejects requests of every route that arrive on an open connection while the server stops, and requests of HTTP/1.1
 * without Host. Fastify and Node.js would respond to them without the error envelope.
 */
export function acceptRequests(fastify: FastifyInstance): void {
  let isStopping = false;
  fastify.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isStopping) {
      void reply.header('connection', 'close');
      return done(new Refusal('overloaded', 'unavailable', 'the server is stopping; retry'));
    }
    if (request.raw.httpVersion === '1.1' && !request.headers.host) {
      return done(invalid('bad_http', 'the request has no Host header'));
    }
    done();
  });
}
