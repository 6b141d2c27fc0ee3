import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Logger } from '@probity/platform/logging';

/**
 * Responds with one JSON object per line, as fast as the client reads. After an error the connection is closed: the last
 * line, which says that the response is complete, is missing.
 */
export async function sendLines(
  reply: FastifyReply,
  lines: AsyncIterable<object>,
  logger: Logger,
  failed: string,
): Promise<void> {
  const text = async function* (): AsyncGenerator<string> {
    try {
      for await (const line of lines) yield `${JSON.stringify(line)}\n`;
    } catch (err) {
      logger.error({ err }, failed);
      throw err;
    }
  };
  await reply.type('application/x-ndjson').send(Readable.from(text()));
}
