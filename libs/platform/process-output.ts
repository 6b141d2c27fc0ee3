import type { Writable } from 'node:stream';
import { createProcessLogger, type Logger } from './logging';

/** What a process reports when it is ready. */
export interface Ready {
  message: string;
  /** what a person at a terminal reads instead of the message; it may contain the key of the demo tenant */
  text?: string;
  /** what the log has in addition to the message */
  fields?: Record<string, unknown>;
}

type Stream = Writable & { isTTY?: boolean };

/**
 * The lines about a process itself: it is ready, it stops, it cannot continue. A person at a terminal gets text.
 * Otherwise each line is JSON, as in the rest of the log, because programs read it: errors on standard error, all
 * others on standard output.
 */
export class ProcessOutput {
  private readonly log: Logger;
  private readonly errors: Logger;

  constructor(
    private readonly service: string,
    private readonly stdout: Stream = process.stdout,
    private readonly stderr: Stream = process.stderr,
  ) {
    // The terminal may be closed first, or the program that reads. The process still has to stop in order.
    for (const stream of [stdout, stderr]) stream.on('error', () => {});
    this.log = createProcessLogger(stdout).child({ service });
    this.errors = createProcessLogger(stderr).child({ service });
  }

  ready({ message, text = message, fields = {} }: Ready): void {
    if (this.stdout.isTTY) this.stdout.write(`${text}\n`);
    else this.log.info(fields, message);
  }

  say(message: string): void {
    this.ready({ message });
  }

  /** An expected error: the message says what to do, and a stack would only hide it. */
  failure({ message }: Error): void {
    if (this.stderr.isTTY) this.stderr.write(`${this.service}: ${message}\n`);
    else this.errors.fatal(message);
  }

  /** A defect: the stack shows where. */
  crash(err: Error): void {
    if (this.stderr.isTTY) this.stderr.write(`${this.service}: ${err.stack}\n`);
    else this.errors.fatal({ err }, 'the process ends because of an unexpected error');
  }

  /** Warnings of Node.js, such as about a deprecated function, become lines of the log, too. */
  takeWarnings(): void {
    if (this.stderr.isTTY) return;
    process.removeAllListeners('warning');
    process.on('warning', (err) => this.errors.warn({ err }, err.message));
  }
}
