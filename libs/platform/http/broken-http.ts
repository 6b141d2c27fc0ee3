import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../logging';
import { plainAddress } from './client-address';
import { errorEnvelope } from './error-envelope.filter';
import { nextRequestId } from './request-id';
import { EARLY_HEADERS } from './security-headers';
import { SMALL_CHUNKS } from './small-chunks';

/** How long a client may take to read the response to a request that is not valid HTTP. */
const LINGER_MS = 1_000;

interface Said {
  status: string;
  body: ReturnType<typeof errorEnvelope>;
}

const MALFORMED: Said = {
  status: '400 Bad Request',
  body: errorEnvelope('bad_http', 'the request is not valid HTTP'),
};
const PROBLEMS: Record<string, Said> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    body: errorEnvelope('bad_http', 'the request has more than 16 KiB of headers'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    body: errorEnvelope('request_timeout', 'the request did not arrive completely within 30 s'),
  },
  [SMALL_CHUNKS]: {
    status: '400 Bad Request',
    body: errorEnvelope(
      'bad_http',
      'the body comes in too many small chunks: send a Content-Length, or chunks of 512 bytes or more',
    ),
  },
};
const EXPECTATION: Said = {
  status: '417 Expectation Failed',
  body: errorEnvelope('expectation_failed', 'Expect may only be 100-continue'),
};
const TUNNEL: Said = {
  status: '405 Method Not Allowed',
  body: errorEnvelope('bad_http', 'CONNECT is not supported: this server is no proxy'),
};

/**
 * Responds to requests that reach no route: they are not valid HTTP, too slow, or expect what the server cannot do. The
 * body is the error envelope, and the connection is closed.
 */
export class BrokenHttp {
  private readonly responses = new WeakMap<Socket, ServerResponse>();

  constructor(private readonly logger: Logger) {}

  watch(server: Server): void {
    server.prependListener('request', (request, response) => this.responses.set(request.socket, response));
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.responses.set(request.socket, response);
      this.refuse(EXPECTATION, request.socket);
    });
    server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      socket.on('error', () => socket.destroy()); // Node.js has removed its own listener
      this.refuse(TUNNEL, socket);
    });
  }

  /** A `clientErrorHandler` of Fastify. */
  readonly handle = (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else this.refuse(PROBLEMS[error.code ?? ''] ?? MALFORMED, socket);
  };

  /** Responds only if the client cannot take it for the response to another request of the connection. */
  private refuse(said: Said, socket: Socket): void {
    const response = this.responses.get(socket);
    const isOver = response === undefined || (response.writableFinished && response.req.complete);
    // Node.js gives a response its socket when the earlier responses of the connection are sent.
    const isNext = response?.socket === socket && !response.headersSent && !response.req.complete;
    if (socket.writable && (isOver || isNext)) this.say(said, socket);
    else socket.destroy();
  }

  private say({ status, body }: Said, socket: Socket): void {
    const id = nextRequestId();
    const about = { client: plainAddress(socket.remoteAddress), status: Number.parseInt(status), code: body.code };
    this.logger.info({ request_id: id, ...about }, 'a request was rejected before its route ran');
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(EARLY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${id}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
    // A client that continues to send must not keep the connection.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}
