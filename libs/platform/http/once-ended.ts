import type { FastifyReply, FastifyRequest } from 'fastify';

type Connection = FastifyRequest['raw']['socket'];

/** What is called when a connection ends. One listener for each connection, because a client may send many requests. */
const waiting = new WeakMap<Connection, Set<() => void>>();

/**
 * Calls a function once: when the response was sent, or when its connection has ended. The event `close` of the response
 * is not enough: a response that waits behind an earlier one of its connection emits none when the connection ends.
 */
export function onceEnded(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  { raw: response }: Pick<FastifyReply, 'raw'>,
  call: () => void,
): void {
  if (socket.destroyed) return call();
  const ofConnection = waiting.get(socket) ?? watch(socket);
  const end = (): void => {
    if (ofConnection.delete(end)) call();
  };
  ofConnection.add(end);
  response.once('close', end);
}

function watch(socket: Connection): Set<() => void> {
  const calls = new Set<() => void>();
  waiting.set(socket, calls);
  socket.once('close', () => {
    for (const call of [...calls]) call();
  });
  return calls;
}
