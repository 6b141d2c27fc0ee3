import type { Command } from 'commander';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { type ConnectionOptions, findConnection } from '../connection/find-connection';
import { printableLines } from '../output/printable';
import { type ProgressLine, progressLine } from '../output/progress-line';
import type { Surroundings } from '../surroundings';

/** The connection, the output and the surroundings of a running command. */
export interface Call {
  surroundings: Surroundings;
  /** whether --json was given */
  asJson: boolean;
  /**
   * Created only when it is used, because some commands need no connection.
   *
   * @throws InputError when no address or token is known
   */
  readonly backOffice: BackOfficeClient;
  connection: ConnectionOptions;
  /** the declared path of the API, with the values filled in */
  path: string;
  progress: ProgressLine;
  /** Prints the outcome, once: the object with --json, otherwise the text. */
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
    connection,
    path,
    progress: progressLine(stderr),
    answer: (outcome, text) => void stdout.write(`${asJson ? JSON.stringify(outcome) : printableLines(text)}\n`),
  };
}
