import type { Command } from 'commander';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { type ConnectionOptions, findConnection } from '../connection/find-connection';
import { printableLines } from '../output/printable';
import { type ProgressLine, progressLine } from '../output/progress-line';
import type { Surroundings } from '../surroundings';

/** What a running command works with. */
export interface Call {
  surroundings: Surroundings;
  /** whether --json was given */
  asJson: boolean;
  /**
   * Found when a command first reads it: some commands need none.
   *
   * @throws CliError when it is not known where to connect
   */
  readonly backOffice: BackOfficeClient;
  /** the declared path of the API, with the values in place of their names */
  path: string;
  progress: ProgressLine;
  /** Prints the outcome, once: the object for machines (--json) or the text for people. */
  answer: (outcome: object, text: string) => void;
}

export function callOf(command: Command, surroundings: Surroundings, path: string): Call {
  const { env, stdout, stderr } = surroundings;
  const { json, ...connection } = command.optsWithGlobals<ConnectionOptions & { json?: true }>();
  const asJson = json === true;
  return {
    surroundings,
    asJson,
    get backOffice() {
      const { url, token } = findConnection(connection, env);
      return new BackOfficeClient(url, token);
    },
    path,
    progress: progressLine(stderr),
    answer: (outcome, text) => void stdout.write(`${asJson ? JSON.stringify(outcome) : printableLines(text)}\n`),
  };
}
