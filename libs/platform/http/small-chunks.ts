import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A body may have so many chunks, however small they are, and one more for each of so many bytes. */
const FREE_CHUNKS = 256;
const BYTES_OF_A_CHUNK = 512;
/** The place of the function that the parser calls with each part of a body. */
const ON_BODY = 3;
/** The code of the error that `clientError` gets. */
export const SMALL_CHUNKS = 'PROBITY_SMALL_CHUNKS';

type OnBody = (this: Parser, part: Buffer) => void;
interface Parser {
  [ON_BODY]?: OnBody;
  incoming: IncomingMessage | null;
}

/** What has arrived of a body in chunks. */
interface Arrived {
  /** parts beyond the first in each turn of the event loop: a packet may end inside a chunk */
  chunks: number;
  turn: number;
  bytes: number;
  isRefused: boolean;
}

const bodies = new WeakMap<IncomingMessage, Arrived>();
const servers = new WeakMap<Socket, Server>();
/** Node.js uses a parser again for later connections, also for those of clients, so it gets its function once. */
const counting = new WeakSet<OnBody>();

/** How many bytes have arrived of a body in chunks, once: the next call returns 0, as it does of an announced body. */
export function takeArrivedInChunks(request: IncomingMessage): number {
  const arrived = bodies.get(request);
  if (!arrived) return 0;
  const { bytes } = arrived;
  arrived.bytes = 0;
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
    const read = parser?.[ON_BODY];
    if (!parser || typeof read !== 'function') return;
    servers.set(socket, server);
    if (!counting.has(read)) parser[ON_BODY] = countingChunks(read);
  });
}

let turn = 0;
let isEnding = false;

/** A number that is another one in each turn of the event loop. */
function currentTurn(): number {
  if (!isEnding) {
    isEnding = true;
    setImmediate(() => {
      isEnding = false;
      turn++;
    });
  }
  return turn;
}

function countingChunks(read: OnBody): OnBody {
  const count: OnBody = function (part) {
    const { incoming } = this;
    const server = incoming && servers.get(incoming.socket);
    if (!server || incoming.headers['transfer-encoding'] === undefined) return read.call(this, part);
    const arrived = bodies.get(incoming) ?? { chunks: 0, turn: -1, bytes: 0, isRefused: false };
    if (arrived.isRefused) return;
    bodies.set(incoming, arrived);
    const now = currentTurn();
    if (arrived.turn === now) arrived.chunks++;
    arrived.turn = now;
    arrived.bytes += part.length;
    if (arrived.chunks <= FREE_CHUNKS + arrived.bytes / BYTES_OF_A_CHUNK) return read.call(this, part);
    arrived.isRefused = true;
    const error = new Error(`a body has ${arrived.chunks} chunks in ${arrived.bytes} bytes`);
    server.emit('clientError', Object.assign(error, { code: SMALL_CHUNKS }), incoming.socket);
    setImmediate(() => readNoMore(incoming.socket)); // the client may send more until it has read the response
  };
  counting.add(count);
  return count;
}

/** A request whose handler reads the body only now would let the socket read on. */
function readNoMore(socket: Socket): void {
  socket.on('resume', () => socket.pause());
  socket.pause();
}
