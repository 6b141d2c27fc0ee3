import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
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
  /** Whether a request came too early. If so, the connection will be closed. */
  const isTooEarly = (socket: Socket): boolean => {
    if (closing.has(socket)) return true; // what was passed over may be the start of the body that comes now
    const earlier = inProgress.get(socket);
    if (!earlier || earlier.writableFinished) return false;
    closeAfter(earlier, socket);
    closing.add(socket);
    return true;
  };
  server.removeListener('request', process);
  server.on('request', (request, response) => {
    if (isTooEarly(request.socket)) return;
    inProgress.set(request.socket, response);
    process(request, response);
  });
  server.on('connection', (socket) => passOverPackets(socket, () => isTooEarly(socket)));
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  response.once('finish', () => socket.destroySoon());
}

/** What Node.js calls when it has read the headers of a request; returns how it reads on. */
type OnIncoming = (request: IncomingMessage & { upgrade?: boolean }, shouldKeepAlive: boolean) => number;
/** The rest of the packet is not a request, as after a change of the protocol. */
const PASS_OVER = 2;

/**
 * Passes over the rest of a packet in which a request came too early. Without this, Node.js makes an object for each
 * request in the packet, which takes long if there are many. `socket.parser` is not documented. Where a version of
 * Node.js has none, the requests are not processed either, but they cost this time.
 */
function passOverPackets(socket: Socket, isTooEarly: () => boolean): void {
  const { parser } = socket as Socket & { parser?: { onIncoming?: OnIncoming } };
  const read = parser?.onIncoming;
  if (!read) return;
  parser.onIncoming = (request, shouldKeepAlive) => {
    if (!isTooEarly()) return read(request, shouldKeepAlive);
    request.upgrade = false; // otherwise Node.js gives the connection up, and with it the response to the first request
    return PASS_OVER;
  };
}
