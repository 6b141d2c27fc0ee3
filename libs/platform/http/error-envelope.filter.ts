import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { refusalFor } from '../dependency-errors';
import type { ErrorCode } from '../errors';
import type { Logger } from '../logging';
import { MAX_BODY_BYTES } from './body-limit';
import type { ErrorBody } from './documentation/errors';

type ErrorEnvelope = Static<typeof ErrorBody>;

/**
 * 409: the other request usually ends within milliseconds; after a crash its lease ends within seconds. 503: a restart
 * or the election of a leader takes seconds.
 */
export const RETRY_AFTER_S: Partial<Record<number, number>> = { 409: 1, 503: 2 };

const CHANGES_NOTHING = ['GET', 'HEAD'];

/** Messages may repeat parts of the request, such as the names of fields. */
const MAX_MESSAGE = 4_000;

export const errorEnvelope = (code: ErrorCode, message: string): ErrorEnvelope => ({
  status: 'error',
  message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE).toWellFormed()}…` : message,
  code,
});

/** Returns every error in the error envelope, without internal details. */
@Catch()
export class ErrorEnvelopeFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const refusal = refusalFor(error, !CHANGES_NOTHING.includes(request.method));
    const { status, body } = refusal
      ? { status: refusal.httpStatus, body: errorEnvelope(refusal.code, refusal.message) }
      : describe(error, request.routeOptions?.config.maxUploadBytes ?? MAX_BODY_BYTES);
    if (status >= 500 && !refusal) {
      this.logger.error({ err: error, request_id: request.id, route: request.routeOptions?.url }, 'a request failed');
    }
    if (refusal?.cause !== undefined) this.logger.warn({ err: refusal.cause, request_id: request.id }, refusal.message);
    const retryAfter = refusal?.retryAfterS ?? RETRY_AFTER_S[status];
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', retryAfter);
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    void reply.code(status).type('application/json; charset=utf-8').send(body);
  }
}

function describe(error: unknown, maxBytes: number): { status: number; body: ErrorEnvelope } {
  if (error instanceof HttpException) return describeHttp(error.getStatus(), error.message, maxBytes);
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number') return describeHttp(status, (error as Error).message, maxBytes);
  return internal();
}

/** Errors of the framework: unknown routes, bodies that are too large or not JSON. */
function describeHttp(status: number, message: string, maxBytes: number): { status: number; body: ErrorEnvelope } {
  switch (status) {
    case 404:
      return { status, body: errorEnvelope('no_such_route', `${message}: the route does not exist`) };
    case 413:
      return {
        status,
        body: errorEnvelope('body_too_large', `the request body must be at most ${maxBytes / 1024 ** 2} MiB`),
      };
    case 415:
      return { status: 400, body: errorEnvelope('not_json', 'Content-Type must be application/json') };
    case 400:
      return { status, body: errorEnvelope('bad_request', `the request body cannot be read: ${message}`) };
  }
  return status < 500 ? { status, body: errorEnvelope('bad_request', message) } : internal();
}

function internal(): { status: number; body: ErrorEnvelope } {
  return {
    status: 500,
    body: errorEnvelope(
      'internal',
      'an error occurred inside Probity, and the outcome is unknown; report the X-Request-Id',
    ),
  };
}
