import type { Command } from 'commander';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { type ConnectionOptions, findConnection } from './connection/find-connection';
import { printableLines } from './output/printable';
import { type ProgressLine, progressLine } from './output/progress-line';
import type { Surroundings } from './surroundings';

/** What a running command works with. */
export interface Session {
  backOffice: BackOfficeClient;
  progress: ProgressLine;
  /** Prints the outcome, once: the object for machines (--json) or the text for people. */
  answer: (outcome: object, text: string) => void;
}

/** @throws CliError when it is not known where to connect */
export function openSession(command: Command, { env, stdout, stderr }: Surroundings): Session {
  const options = command.optsWithGlobals<ConnectionOptions & { json?: true }>();
  const { url, token } = findConnection(options, env);
  return {
    backOffice: new BackOfficeClient(url, token),
    progress: progressLine(stderr),
    answer: (outcome, text) => stdout.write(`${options.json ? JSON.stringify(outcome) : printableLines(text)}\n`),
  };
}
