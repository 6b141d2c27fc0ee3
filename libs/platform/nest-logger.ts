import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logging';

/** Writes the messages of Nest itself to the structured log. Its start-up messages get the level debug. */
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
