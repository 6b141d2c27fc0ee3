import { CommanderError } from 'commander';
import { BadConfiguration } from '@probity/platform/configuration';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { CliError, UsageError } from './errors';
import { printableLines } from './output/printable';

/** What became of a command that did not end well. `text` is for people, `code` and `message` for machines. */
export interface Failure {
  exitCode: number;
  code: string;
  message: string;
  text: string;
}

const HINTS: Record<string, string> = {
  unreachable: 'Is Probity running (npm start)? --url or PROBITY_BACK_OFFICE_URL says where it is.',
  not_a_back_office: 'The address of a back office looks like http://127.0.0.1:3001/api/v1.',
  no_such_route: 'The address of a back office looks like http://127.0.0.1:3001/api/v1.',
  bad_operator_token: 'The one that was sent is not accepted; --token or PROBITY_OPERATOR_TOKEN gives another.',
  cut_off: 'Look whether it still runs, and run the command again.',
};
const USAGE_HINT = 'Add --help to see how it is used.';

/** Describes what a command threw; undefined when it was no failure, as after --help. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return undefined;
    // When the command is missing the help has been printed already.
    if (error.code === 'commander.help') return failure(2, 'usage', 'a command is missing or unknown');
    return failure(2, 'usage', usageMessage(error), USAGE_HINT);
  }
  if (error instanceof UsageError) return failure(2, error.code, error.message, USAGE_HINT);
  if (error instanceof BadConfiguration) return failure(2, 'configuration', error.message);
  if (error instanceof CliError) return failure(1, error.code, error.message);
  if (error instanceof BackOfficeError) return failure(1, error.code, error.message, HINTS[error.code]);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { ...failure(1, 'internal', message), text: `this is a defect of the command line: ${stack}` };
}

/** The form in which a failure is written to stderr. */
export function failureText({ code, message, text }: Failure, asJson: boolean): string {
  return asJson ? `${JSON.stringify({ status: 'error', code, message })}\n` : `probity: ${printableLines(text)}\n`;
}

function failure(exitCode: number, code: string, message: string, hint?: string): Failure {
  return { exitCode, code, message, text: hint === undefined ? message : `${message}\n${hint}` };
}

/** Values are left out of `--option=value`: a misspelt --token must not be repeated. */
function usageMessage({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/^(unknown option '--[^=']*)=[^]*?'(?=\n|$)/, "$1'");
}
