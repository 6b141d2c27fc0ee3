import type { FastifyInstance } from 'fastify';

/** How long a client may go on sending a body after the response, which it may read only then. */
const LINGER_MS = 2_000;

/**
 * Closes the connection of a client that goes on sending a body to which it has the response. Node.js would read it to
 * its end, however long it is: that takes processor time, and no limit counts it.
 */
export function endUnreadBodies(fastify: FastifyInstance, lingerMs = LINGER_MS): void {
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    // A request inside the process has no connection, and says nothing of `complete`.
    if (raw.complete === false && !raw.socket.destroyed) {
      const timer = setTimeout(() => raw.complete || raw.socket.destroy(), lingerMs).unref();
      raw.once('end', () => clearTimeout(timer));
    }
    done();
  });
}
