import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../logging';
import { plainAddress } from './client-address';
import { errorEnvelope } from './error-envelope.filter';
import { nextRequestId } from './request-id';
import { EARLY_HEADERS } from './security-headers';

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
};
const EXPECTATION: Said = {
  status: '417 Expectation Failed',
  body: errorEnvelope('expectation_failed', 'Expect may only be 100-continue'),
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
      this.say(EXPECTATION, request.socket);
    });
  }

  /** A `clientErrorHandler` of Fastify. */
  readonly handle = (error: Error & { code?: string }, socket: Socket): void => {
    // A response that has begun, or was sent before its request had arrived, must not be followed by another one.
    const response = this.responses.get(socket);
    const isAnswered = response?.headersSent && !(response.writableFinished && response.req.complete);
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswered) socket.destroy();
    else this.say(PROBLEMS[error.code ?? ''] ?? MALFORMED, socket);
  };

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
