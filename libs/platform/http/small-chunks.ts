import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A body may have so many chunks, however small they are, and one more for each of so many bytes. */
const FREE_CHUNKS = 256;
const BYTES_OF_A_CHUNK = 512;
/** The place of the function that the parser calls with each part of a body. */
const ON_BODY = 3;

type OnBody = (this: Parser, part: Buffer) => void;
interface Parser {
  [ON_BODY]?: OnBody;
  incoming: IncomingMessage | null;
}

/** What has arrived of the bodies that come in chunks. */
const arrived = new WeakMap<IncomingMessage, number>();

/** How many bytes have arrived of a body in chunks, once: the next call returns 0, as it does of an announced body. */
export function takeArrivedInChunks(request: IncomingMessage): number {
  const bytes = arrived.get(request) ?? 0;
  if (bytes > 0) arrived.delete(request);
  return bytes;
}

/**
 * Rejects bodies in very many small chunks. Node.js passes on each chunk by itself: a body of 1 MiB in chunks of one byte
 * would take two seconds, even without a key and if it is not read. The connection is closed; what its last packet has is
 * passed over.
 *
 * `socket.parser` is not documented. Where a version of Node.js has another one, such bodies are read.
 */
export function refuseSmallChunks(server: Server): void {
  server.on('connection', (socket) => {
    const { parser } = socket as Socket & { parser?: Parser };
    const onBody = parser?.[ON_BODY];
    if (!parser || typeof onBody !== 'function') return;
    let request: IncomingMessage | null = null;
    let chunks = 0;
    let bytes = 0;
    let isRefused = false;
    parser[ON_BODY] = function (part) {
      const { incoming } = this;
      if (isRefused || !incoming || incoming.headers['transfer-encoding'] === undefined) {
        if (!isRefused) onBody.call(this, part);
        return;
      }
      if (incoming !== request) [request, chunks, bytes] = [incoming, 0, 0];
      chunks++;
      bytes += part.length;
      arrived.set(incoming, bytes);
      if (chunks <= FREE_CHUNKS + bytes / BYTES_OF_A_CHUNK) return onBody.call(this, part);
      isRefused = true;
      const error = new Error(`a body has ${chunks} chunks in ${bytes} bytes`);
      server.emit('clientError', Object.assign(error, { code: SMALL_CHUNKS }), socket);
      setImmediate(() => socket.pause()); // the client may send more until it has read the response
    };
  });
}

/** The code of the error that `clientError` gets. */
export const SMALL_CHUNKS = 'PROBITY_SMALL_CHUNKS';
