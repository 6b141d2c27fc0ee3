import { createServer, type Socket } from 'node:net';
import { monotonicMs } from './monotonic';

/** The parts of a request that the receiver reads. It checks nothing, to cost as little CPU time as possible. */
export interface ReceivedRequest {
  event_id: string;
  /** the time of arrival, by `monotonicMs` */
  at: number;
}

export type ReceiverMessage = { port: number } | { count: number } | { requests: ReceivedRequest[] };

const ANSWER = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');
const HEAD_END = '\r\n\r\n';
const REPORT_MS = 20;

let received: ReceivedRequest[] = [];
let count = 0;
let reported = 0;

/** Responds to each request with 204 as soon as the request is complete. Never responds to requests to /hang. */
function serve(socket: Socket): void {
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => {}); // the sender closed the connection
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    for (let end = requestEnd(rest); end > 0; end = requestEnd(rest)) {
      take(rest, socket);
      rest = rest.slice(end);
    }
  });
}

/** Returns the position at which the first request ends; 0 if the request is incomplete. */
function requestEnd(text: string): number {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const end = headEnd + HEAD_END.length + Number(header(text, 'content-length') ?? 0);
  return text.length >= end ? end : 0;
}

function take(request: string, socket: Socket): void {
  if (request.startsWith('POST /hang')) return;
  received.push({ event_id: header(request, 'x-service-event-id') ?? '', at: monotonicMs() });
  count++;
  socket.write(ANSWER);
}

function header(text: string, name: string): string | undefined {
  const start = text.indexOf(`\r\n${name}: `);
  if (start < 0) return undefined;
  const from = start + name.length + 4;
  return text.slice(from, text.indexOf('\r\n', from));
}

function tell(message: ReceiverMessage): void {
  process.send!(message);
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as { port: number }).port }));
process.on('message', () => {
  tell({ requests: received });
  received = [];
});
process.on('disconnect', () => process.exit(0));
setInterval(() => {
  if (count !== reported) tell({ count });
  reported = count;
}, REPORT_MS);
