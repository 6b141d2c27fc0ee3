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
export function openSession(command: Command, surroundings: Surroundings): Session {
  const { env, stderr } = surroundings;
  const options = command.optsWithGlobals<ConnectionOptions>();
  const { url, token } = findConnection(options, env);
  return {
    backOffice: new BackOfficeClient(url, token),
    progress: progressLine(stderr),
    answer: answerOf(command, surroundings),
  };
}

/** Prints the outcome of a command, once: the object for machines (--json) or the text for people. */
export function answerOf(command: Command, { stdout }: Surroundings): Session['answer'] {
  const { json } = command.optsWithGlobals<{ json?: true }>();
  return (outcome, text) => void stdout.write(`${json ? JSON.stringify(outcome) : printableLines(text)}\n`);
}
