import { CommanderError } from 'commander';
import { BadConfiguration } from '@probity/platform/configuration';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { CliError, InputError, UsageError } from './errors';
import { printableLines } from './output/printable';

/** How a command failed. `text` is for people, `code` and `message` are for programs. */
export interface Failure {
  exitCode: number;
  code: string;
  message: string;
  text: string;
}

const HINTS: Record<string, string> = {
  unreachable: 'Is Probity running (npm start)? Set its address with --url or PROBITY_BACK_OFFICE_URL.',
  not_a_back_office: 'The address of a back office looks like http://127.0.0.1:3001/api/v1.',
  no_such_route: 'The address of a back office looks like http://127.0.0.1:3001/api/v1.',
  cut_off: 'If the command changes something, it may still be running: check, then run it again.',
};
/** Nothing is known about what was asked: the same command may succeed later. */
const TRY_AGAIN = new Set([
  'unreachable',
  'cut_off',
  'unavailable',
  'outcome_unknown',
  'overloaded',
  'rate_limited',
  'contention',
  'verification_running',
]);
/** EX_TEMPFAIL of sysexits.h. A verification that found something wrong ends with 1. */
const TEMPORARY = 75;
/** Replaces the API's message, which describes a header that the command line sets itself. */
const WRONG_TOKEN =
  'the back office does not accept the token, or the session has ended; sign in again (probity sign-in), or set the right token with --token or PROBITY_TOKEN';
/** The back office names what the command line or its file gave it, as for an argument that is checked here. */
const REJECTED_INPUT = /^(invalid|bad)_/;
const USAGE_HINT = 'Add --help to see the usage.';

/** Describes an error that a command threw; undefined if it is not a failure, as after --help. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return undefined;
    // Commander has already printed the help.
    if (error.code === 'commander.help') return failure(2, 'usage', 'a command is missing or unknown');
    return failure(2, 'usage', usageMessage(error), USAGE_HINT);
  }
  if (error instanceof UsageError) return failure(2, error.code, error.message, USAGE_HINT);
  if (error instanceof BadConfiguration) return failure(2, 'configuration', error.message);
  if (error instanceof InputError) return failure(2, error.code, error.message);
  if (error instanceof CliError) return failure(1, error.code, error.message);
  if (error instanceof BackOfficeError && error.code === 'bad_credentials') {
    return failure(1, error.code, WRONG_TOKEN);
  }
  if (error instanceof BackOfficeError && REJECTED_INPUT.test(error.code)) return failure(2, error.code, error.message);
  if (error instanceof BackOfficeError) {
    const exitCode = TRY_AGAIN.has(error.code) ? TEMPORARY : 1;
    return failure(exitCode, error.code, error.message, HINTS[error.code]);
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { ...failure(1, 'internal', message), text: `this is a defect in the command-line program: ${stack}` };
}

/** The text of a failure for stderr. */
export function failureText({ code, message, text }: Failure, asJson: boolean): string {
  return asJson ? `${JSON.stringify({ status: 'error', code, message })}\n` : `probity: ${printableLines(text)}\n`;
}

function failure(exitCode: number, code: string, message: string, hint?: string): Failure {
  return { exitCode, code, message, text: hint === undefined ? message : `${message}\n${hint}` };
}

/** Removes the value of an unknown `--option=value`: a misspelt --token must not be repeated. */
function usageMessage({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/^(unknown option '--[^=']*)=[^]*?'(?=\n|$)/, "$1'");
}
