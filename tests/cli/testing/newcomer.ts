import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Api } from '../../../testing/api';
import { ORIGIN } from '../../../testing/openid/browser';
import { StandaloneProcess } from '../../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { temporaryFolder } from '../../../testing/test-postgres';
import { CommandLine, newKey, type Outcome } from '../command-line';

// Importing this file starts Probity for the importing test file, which runs the command line against it.

export const CLI = resolve(__dirname, '..', '..', '..', 'dist', 'apps', 'cli', 'main.js');
export const UNKNOWN_ID = '0199d5a0-0000-7000-8000-000000000000';
export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export let home: string;
export let database: TestDatabase;
export let standalone: StandaloneProcess;
export let backOffice: Api;

beforeAll(async () => {
  home = temporaryFolder('probity-cli-');
  mkdirSync(join(home, 'elsewhere'));
  database = await createTestDatabase();
  standalone = await StandaloneProcess.start(join(home, '.probity'), {
    DATABASE_URL: database.url,
    BACK_OFFICE_ORIGIN: ORIGIN,
  });
  backOffice = new Api(standalone.demo.back_office_url, standalone.demo.operator_token);
});

afterAll(async () => {
  await standalone?.stop();
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the built command line in its own process, as a user does. */
export async function probityIn(cwd: string, env: NodeJS.ProcessEnv, args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome = { code: -1, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  outcome.code = await new Promise((closed) => child.once('close', closed));
  return withoutToken(outcome);
}

/**
 * Runs the command line in this process, because starting a process takes most of the time of a command. It finds
 * Probity's address in the data directory. The tests of where it connects start processes instead.
 */
export const probity = async (...args: string[]): Promise<Outcome> =>
  withoutToken(await new CommandLine({ PROBITY_DATA_DIR: join(home, '.probity') }).run(args));

/** Expects that the output does not contain the operator token. */
function withoutToken(outcome: Outcome): Outcome {
  expect(outcome.stdout + outcome.stderr).not.toContain(standalone.demo.operator_token);
  return outcome;
}

/** Runs a command that must succeed and print nothing to stderr. Returns its text. */
export async function text(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await probity(...args);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}

/** Runs a command that must succeed and print only one line of JSON. Returns the object. */
export async function json<Body = any>(...args: string[]): Promise<Body> {
  const stdout = await text(...args, '--json');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Body;
}

/** Runs a command that must fail, with and without --json. Returns the text for people and the error object. */
export async function failure(args: string[], run = probity): Promise<{ code: number; text: string; error: any }> {
  const [human, machine] = await Promise.all([run(...args), run(...args, '--json')]);
  expect([human.stdout, machine.stdout]).toEqual(['', '']);
  expect(machine.code).toBe(human.code);
  expect(human.stderr).toMatch(/^probity: /);
  expect(human.stderr).not.toMatch(/\n +at /); // no stack
  const error = JSON.parse(machine.stderr);
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'status']);
  expect(error.status).toBe('error');
  expect(human.stderr).toContain(error.message);
  return { code: human.code, text: human.stderr, error };
}

/** Creates a tenant with USD through the command line. */
export async function makeTenant(slug: string): Promise<void> {
  await text('tenant', 'create', '--slug', slug, '--name', `Tenant ${slug}`, '--four-eyes', 'off', '--reason', 'r');
  await text(
    'currency',
    'add',
    '--tenant',
    slug,
    '--code',
    'USD',
    '--name',
    'US Dollar',
    '--decimals',
    '2',
    '--reason',
    'r',
  );
}

/** Creates a ledger with two accounts and three postings through the public API. */
export async function makeLedger(slug: string) {
  const { api_key } = await json(...newKey(slug));
  const api = new Api(`${standalone.demo.base_url}/tenants/${slug}`, api_key);
  const ledger = (await api.post('/ledgers', { name: 'Customer funds', currency: 'USD' })).body.data;
  const open = async (code: string, account_type: string): Promise<string> =>
    (await api.post(`/ledgers/${ledger.id}/accounts`, { code, name: code, account_type })).body.id;
  const cash = await open(`${slug}-cash`, 'asset');
  const deposits = await open(`${slug}-deposits`, 'liability');
  const post = (reference: string) =>
    api.post('/postings', {
      ledger_id: ledger.id,
      currency: 'USD',
      reference,
      entries: [
        { account_id: cash, debit: '100' },
        { account_id: deposits, credit: '100' },
      ],
    });
  const posted: { id: string; transaction_hash: string }[] = [];
  for (const reference of ['first', 'second', 'third']) {
    const { status, body } = await post(reference);
    expect(status).toBe(201);
    posted.push(body.data.transaction);
  }
  return { api, id: ledger.id as string, cash, post, posted };
}
