import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { jsonInPieces } from './json-in-pieces';
import { inTurnOfOwner } from './large-bodies';

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
 *
 * A large result is written in pieces between which other requests come.
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, result: unknown, status?: number): FastifyReply {
    const { largeReplyOf, routeOptions } = reply.request;
    const { envelope } = routeOptions.config;
    const isBare = result === undefined || result instanceof StreamableFile;
    const isWrapped = envelope === 'always' || (envelope === 'for_content' && !isBare);
    const isJson = isWrapped || (typeof result === 'object' && result !== null && !isBare);
    if (largeReplyOf !== undefined && isJson) {
      // Nest waits for what this method returns; its type does not say so.
      return this.replyInPieces(
        reply,
        largeReplyOf,
        result,
        isWrapped,
        status,
      ) as Promise<unknown> as unknown as FastifyReply;
    }
    return super.reply(reply, isWrapped ? { status: 'ok', data: result } : result, status);
  }

  private async replyInPieces(
    reply: FastifyReply,
    owner: string,
    result: unknown,
    isWrapped: boolean,
    status: number | undefined,
  ): Promise<void> {
    const json = await jsonInPieces(result, (work) => inTurnOfOwner(owner, work), isWrapped);
    super.reply(reply.type('application/json; charset=utf-8'), json, status);
  }
}
