import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Processes one request of a connection at a time. A client of HTTP/1.1 may send further requests before it has the
 * response, and Node.js would begin all that are in one packet in the same turn of the event loop: a few hundred
 * connections would keep every other client waiting for seconds. Such requests are not processed. The connection is
 * closed after the response to the first one, and the client may send them again (RFC 9112, section 9.3.2).
 *
 * Call it when the server has the listener that processes requests.
 */
export function processOneRequestAtATime(server: Server): void {
  const [process, ...others] = server.listeners('request') as RequestListener[];
  if (!process || others.length > 0) throw new Error('the server must have one listener for requests');
  const inProgress = new WeakMap<Socket, ServerResponse>();
  const closing = new WeakSet<Socket>();
  server.removeListener('request', process);
  server.on('request', (request, response) => {
    const { socket } = request;
    const earlier = inProgress.get(socket);
    if (!earlier || earlier.writableFinished) {
      inProgress.set(socket, response);
      return process(request, response);
    }
    if (closing.has(socket)) return;
    closing.add(socket);
    closeAfter(earlier, socket);
    makeCheapErrorsAtTheEnd(socket);
  });
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  response.once('finish', () => socket.destroySoon());
}

/**
 * When the connection ends, Node.js makes an error for each request that has no response. These errors are not read, and
 * a stack trace is most of the effort for one.
 */
function makeCheapErrorsAtTheEnd(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0));
  socket.once('close', () => (Error.stackTraceLimit = stackTraceLimit));
}
