import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logging';

/** Sends Nest's own messages to the structured log. Its start-up messages have the level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (message instanceof Error) this.logger.error({ err: message }, message.message);
    else this.logger.error({ context: rest.at(-1) }, String(message));
  }
}
