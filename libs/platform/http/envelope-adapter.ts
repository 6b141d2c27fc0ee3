import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** which results get the envelope: each, or what is not a file and not empty; see ApiRoute */
    envelope?: 'always' | 'for_content';
  }
}

/**
 * Wraps the results of routes in the envelope. Errors have theirs from `ErrorEnvelopeFilter`.
 *
 * An interceptor of Nest could do it, but even one makes an Observable of each result, which costs a request as much
 * as its validation.
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, result: unknown, status?: number): FastifyReply {
    const { envelope } = reply.request.routeOptions.config;
    const isBare = result === undefined || result instanceof StreamableFile;
    const isWrapped = envelope === 'always' || (envelope === 'for_content' && !isBare);
    return super.reply(reply, isWrapped ? { status: 'ok', data: result } : result, status);
  }
}
