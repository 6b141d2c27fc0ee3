import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { clientAddress } from './client-address';
import { JsonWriter } from './json-writer';
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
 * A list that takes long to write is written in pieces between which other requests come.
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(reply: FastifyReply, result: unknown, status?: number): FastifyReply {
    const { largeReplyOf, routeOptions } = reply.request;
    const { envelope } = routeOptions.config;
    const isBare = result === undefined || result instanceof StreamableFile;
    const isWrapped = envelope === 'always' || (envelope === 'for_content' && !isBare);
    const isJson = isWrapped || (typeof result === 'object' && result !== null && !isBare);
    if (!isJson || (largeReplyOf === undefined && !Array.isArray(result))) {
      return super.reply(reply, isWrapped ? { status: 'ok', data: result } : result, status);
    }
    const writer = new JsonWriter(result, isWrapped);
    // Most lists are done after one piece, and need not wait for a turn.
    if (largeReplyOf === undefined) writer.writePiece();
    if (writer.isDone) return this.send(reply, writer, status);
    // Nest waits for what this method returns; its type does not say so.
    return this.sendInTurns(reply, writer, status) as Promise<unknown> as unknown as FastifyReply;
  }

  private async sendInTurns(reply: FastifyReply, writer: JsonWriter, status: number | undefined): Promise<void> {
    const { largeReplyOf, tenantSlug, staffId } = reply.request;
    const owner = largeReplyOf ?? tenantSlug ?? staffId ?? clientAddress(reply.request);
    while (!writer.isDone) await inTurnOfOwner(owner, () => writer.writePiece());
    this.send(reply, writer, status);
  }

  private send(reply: FastifyReply, writer: JsonWriter, status: number | undefined): FastifyReply {
    return super.reply(reply.type('application/json; charset=utf-8'), writer.json(), status);
  }
}
