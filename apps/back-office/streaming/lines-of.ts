import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Logger } from '@probity/platform/logging';
import { NDJSON } from './progress-lines';

/**
 * A response with one JSON object per line, sent as fast as the client reads. After an error the connection is closed:
 * the last line, which says that the response is complete, is missing.
 *
 * @param failed the log message
 */
export function linesOf(lines: AsyncIterable<object>, logger: Logger, failed: string): StreamableFile {
  const text = async function* (): AsyncGenerator<string> {
    try {
      for await (const line of lines) yield `${JSON.stringify(line)}\n`;
    } catch (err) {
      logger.error({ err }, failed);
      throw err;
    }
  };
  return new StreamableFile(Readable.from(text()), { type: NDJSON });
}
