import { CommanderError } from 'commander';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { CliError, InputError, UsageError } from './errors';
import { describeFailure, failureText } from './report-error';

describe('the report of a failure', () => {
  it('does not count requested help as a failure', () => {
    expect(describeFailure(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)'))).toBeUndefined();
  });

  it.each([
    ['a usage error of commander', new CommanderError(1, 'commander.unknownCommand', "error: unknown command 'x'")],
    ['a missing command', new CommanderError(1, 'commander.help', '(outputHelp)')],
    ['a usage error of a command', new UsageError('not so')],
  ])('ends with exit code 2 after %s', (_what, error) => {
    expect(describeFailure(error)).toMatchObject({ exitCode: 2, code: 'usage' });
  });

  it.each(['invalid_field', 'invalid_rule', 'bad_uuid'])(
    'ends with exit code 2 when the back office rejects what it was given: %s',
    (code) => {
      const error = new BackOfficeError(400, code, 'slug must have at most 63 characters');
      expect(describeFailure(error)).toMatchObject({ exitCode: 2, code, text: error.message });
    },
  );

  it.each(['file', 'bad_configuration', 'no_back_office'])(
    'ends with exit code 2 after input that the operator must correct: %s',
    (code) => {
      expect(describeFailure(new InputError(code, 'not so'))).toMatchObject({ exitCode: 2, code, text: 'not so' });
    },
  );

  it.each([
    ['a request that the state does not allow', new BackOfficeError(400, 'settings_changed', 'no'), 'settings_changed'],
    ['an error that the operator can correct', new CliError('kafka_unreachable', 'none'), 'kafka_unreachable'],
    ['a rejected request', new BackOfficeError(404, 'not_found', 'tenant x was not found'), 'not_found'],
    ['a defect', new TypeError('x is not a function'), 'internal'],
  ])('ends with exit code 1 after %s', (_what, error, code) => {
    expect(describeFailure(error)).toMatchObject({ exitCode: 1, code, message: error.message });
  });

  it.each([
    [0, 'unreachable'],
    [0, 'cut_off'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
    [503, 'outcome_unknown'],
  ])('ends with exit code 75 when nothing is known about what was asked: %i %s', (status, code) => {
    expect(describeFailure(new BackOfficeError(status, code, 'later'))).toMatchObject({ exitCode: 75, code });
  });

  it.each(['ledger_inconsistent', 'event_damaged', 'events_missing'])(
    'ends with exit code 1 when a repetition fails too: 503 %s',
    (code) => {
      expect(describeFailure(new BackOfficeError(503, code, 'no'))).toMatchObject({ exitCode: 1, code });
    },
  );

  it('shows a stack only for a defect', () => {
    expect(describeFailure(new TypeError('odd'))!.text).toContain('report-error.spec');
    expect(describeFailure(new CliError('c', 'known'))!.text).toBe('known');
    expect(describeFailure(new BackOfficeError(0, 'unreachable', 'no answer'))!.text).not.toContain(
      'report-error.spec',
    );
  });

  it('says once what to do about a wrong operator token', () => {
    const message =
      'the back office does not accept the token, or the session has ended; sign in again (probity sign-in), or set the right token with --token or PROBITY_TOKEN';
    const error = new BackOfficeError(401, 'bad_credentials', 'Authorization: Bearer <token>');
    expect(describeFailure(error)).toEqual({
      exitCode: 1,
      code: 'bad_credentials',
      message,
      text: message,
    });
  });

  it('does not repeat the value of an unknown option, which may be a token', () => {
    const message = "error: unknown option '--tokn=s3cr'et'\n(Did you mean --token?)";
    const { text } = describeFailure(new CommanderError(1, 'commander.unknownOption', message))!;
    expect(text).toMatch(/^unknown option '--tokn'\n\(Did you mean --token\?\)/);
  });

  it('is one object with --json and plain text without', () => {
    const failure = describeFailure(new BackOfficeError(400, 'slug_taken', 'slug "a\u001b" is taken'))!;
    expect(failureText(failure, true)).toBe(
      '{"status":"error","code":"slug_taken","message":"slug \\"a\\u001b\\" is taken"}\n',
    );
    expect(failureText(failure, false)).toBe('probity: slug "a\\u{1b}" is taken\n');
  });
});
