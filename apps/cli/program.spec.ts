import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from './program';
import { run } from './run';
import type { Surroundings } from './surroundings';
import { COMMAND_NAMES } from './testing/command-names';
import { descriptionsOf, namesOf } from './testing/commands-of';

/** Surroundings in which no connection is configured, with the output of the command. */
function nowhere(): Surroundings & { out: string; err: string } {
  const surroundings = {
    env: { PROBITY_DATA_DIR: '/nonexistent' },
    out: '',
    err: '',
    stdout: { write: (text: string) => (surroundings.out += text) },
    stderr: { write: (text: string) => (surroundings.err += text) },
    exitCode: undefined as Surroundings['exitCode'],
  };
  return surroundings;
}

const NAMES = namesOf(createProgram(nowhere(), false));
const words = (name: string): string[] => name.split(' ').filter((word) => word !== '');
/** Commands and groups that do not use the back office, each with its error when its requirement is missing. */
const NEEDS = {
  database: { exitCode: 2, code: 'configuration', message: 'DATABASE_URL is missing' },
  'key public-key': { exitCode: 2, code: 'configuration', message: 'PROBITY_MASTER_KEY is missing' },
  'master-key create': { exitCode: 1, code: 'key_service', message: 'VAULT_TOKEN or VAULT_TOKEN_FILE is missing' },
  'master-key wrap': { exitCode: 2, code: 'configuration', message: 'PROBITY_MASTER_KEY is missing' },
  topics: { exitCode: 2, code: 'configuration', message: 'KAFKA_BROKERS is missing' },
  facts: { exitCode: 2, code: 'configuration', message: 'KAFKA_BROKERS is missing' },
  'ledger verify-bundle': { exitCode: 2, code: 'bad_key', message: 'is not a key' },
  'screening score': { exitCode: 2, code: 'file', message: 'pairs.' },
  'screening measure': { exitCode: 2, code: 'file', message: 'pairs.' },
  'webhooks listen': { exitCode: 2, code: 'usage', message: 'the signing secret is missing' },
};
const EXAMPLE = /Example:\n {2}npm run --silent probity -- (.*)\n/;

/** A change of limits that needs no `demo.json`. */
const LIMITS = ['limits', 'set', '--tenant', 'b', '--reason', 'r', '--url', 'http://127.0.0.1:1', '--token', 't'];

async function ran(...args: string[]) {
  const surroundings = nowhere();
  await run(args, surroundings);
  return surroundings;
}

describe('every command', () => {
  it('is in this list', () => {
    expect(NAMES.filter((name) => name.includes(' '))).toEqual(COMMAND_NAMES);
  });

  it('has descriptions without quotes around them', () => {
    expect(descriptionsOf(createProgram(nowhere(), false)).filter((text) => text.startsWith('"'))).toEqual([]);
  });

  it.each(NAMES)('prints help on stdout that mentions --json and has an example: probity %s', async (name) => {
    const { out, err, exitCode } = await ran(...words(name), '--help');
    expect({ err, exitCode }).toEqual({ err: '', exitCode: undefined });
    expect(out).toContain('--json');
    expect(EXAMPLE.exec(out)?.[1]).toMatch(new RegExp(`^${name}`));
  });

  it.each(NAMES)('has a valid example: probity %s', async (name) => {
    const example = EXAMPLE.exec((await ran(...words(name), '--help')).out)![1]!;
    const args = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!);
    // A valid example fails only because the connection or file that it requires is missing.
    const needed = Object.entries(NEEDS).find(([needing]) => `${args.join(' ')} `.startsWith(`${needing} `))?.[1];
    const { err, exitCode } = await ran(...args, '--json');
    if (needed === undefined) {
      expect(JSON.parse(err)).toMatchObject({ code: 'no_back_office' });
      return;
    }
    const message = expect.stringContaining(needed.message);
    expect(JSON.parse(err)).toEqual({ status: 'error', code: needed.code, message });
    expect(exitCode).toBe(needed.exitCode);
  });
});

describe('--version', () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  };

  it.each([
    ['as text', ['--version'], `${version}\n`],
    ['as JSON', ['--version', '--json'], `${JSON.stringify({ version })}\n`],
  ])('prints the version of package.json, %s', async (_form, args, printed) => {
    const { out, err, exitCode } = await ran(...args);
    expect({ out, err, exitCode }).toEqual({ out: printed, err: '', exitCode: undefined });
  });
});

describe('an invalid command line', () => {
  it.each<[string, string[], RegExp]>([
    ['unknown command', ['tennant'], /unknown command 'tennant'\n\(Did you mean tenant\?\)/],
    ['unknown command in a group', ['tenant', 'lst'], /unknown command 'lst'\n\(Did you mean list\?\)/],
    ['unknown option', ['tenant', 'list', '--jsn'], /unknown option '--jsn'\n\(Did you mean --json\?\)/],
    ['missing option', ['tenant', 'create', '--slug', 'bank'], /required option '--name <name>' not specified/],
    ['missing argument', ['key', 'revoke', '--tenant', 'bank', '--reason', 'r'], /missing required argument 'id'/],
    ['surplus argument', ['tenant', 'list', 'more'], /too many arguments/],
    [
      'no scope',
      ['key', 'create', '--tenant', 'bank', '--reason', 'r'],
      /required option '--scope <scope\.\.\.>' not specified/,
    ],
    ['an invalid replication factor', ['topics', 'apply', '--replication', 'three'], /'three' is invalid\. It must be/],
    [
      'no start time of a replay',
      ['webhooks', 'replay', '--tenant', 'b', 'id', '--reason', 'r'],
      /required option '--since <time>' not spec/,
    ],
    ['an unknown event type', ['webhooks', 'test', '--tenant', 'b', 'id', '--event-type', 'x'], /Allowed choices are/],
    ['no reason', ['alerts', 'dismiss', '--tenant', 'b', 'id'], /required option '--reason <text>' not spec/],
    ['an invalid limit', ['audit', '--tenant', 'b', '--limit', '0'], /'0' is invalid\. It must be a whole number/],
    ['a limit too high', ['audit', '--tenant', 'b', '--limit', '99999999'], /a whole number from 1 to 9999999/],
    [
      'an unknown subject',
      ['audit', '--tenant', 'b', '--subject-type', 'banana'],
      /Allowed choices are account, alert, api_key, b/,
    ],
    ['an unknown command with --help', ['rules', 'nope', '--help'], /unknown command 'nope'/],
    ['an unknown group with --help', ['nope', '--help'], /unknown command 'nope'/],
    [
      'a second checkpoint',
      ['audit', 'verify', '--tenant', 'b', '--checkpoint', 'one.txt', '--checkpoint', 'two.txt'],
      /'two\.txt' is invalid\. Give the option once/,
    ],
    ['a limit twice', [...LIMITS, 'ledgers=5', 'ledgers=6'], /ledgers is given/],
    [
      'too many examples',
      ['rules', 'backtest', '--tenant', 'b', 'draft.json', '--examples', '101'],
      /'101' is invalid\. It must be a whole number from 0 to 100/,
    ],
    ['an invalid threshold', ['screening', 'measure', 'a.csv', '--threshold', '1.2'], /'1\.2' is invalid\. It must/],
    ['no pairs to score', ['screening', 'score'], /name at least one file, or pipe lines of JSON to stdin/],
    [
      'unknown scope',
      ['key', 'create', '--tenant', 'b', '--reason', 'r', '--scope', 'admin'],
      /Allowed choices are read, write/,
    ],
    [
      'invalid decimals',
      ['currency', 'add', '--tenant', 'b', '--code', 'USD', '--name', 'n', '--decimals', '2.5'],
      /'2\.5' is invalid\. It must be a whole number/,
    ],
  ])('ends with exit code 2 and an error: %s', async (_what, args, message) => {
    const { out, err, exitCode } = await ran(...args);
    expect(err).toMatch(message);
    expect(err).toMatch(/^probity: /);
    expect(err).toContain('--help');
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });

    const asJson = await ran(...args, '--json');
    expect(JSON.parse(asJson.err)).toEqual({ status: 'error', code: 'usage', message: expect.stringMatching(message) });
    expect({ out: asJson.out, exitCode: asJson.exitCode }).toEqual({ out: '', exitCode: 2 });
  });

  it.each([[[]], [['tenant']], [['help', 'bogus']]])('shows the help on stderr after %j', async (args) => {
    const { out, err, exitCode } = await ran(...args);
    expect(err).toMatch(/^Usage: probity[^]*\nprobity: a command is missing or unknown\n$/);
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(JSON.parse((await ran(...args, '--json')).err)).toMatchObject({ status: 'error', code: 'usage' });
  });

  it('accepts --json before the command as well, and not after --', async () => {
    expect(JSON.parse((await ran('--json', 'tenant', 'list')).err)).toMatchObject({ code: 'no_back_office' });
    expect((await ran('tenant', 'list', '--', '--json')).err).toMatch(/^probity: too many arguments/);
  });
});
