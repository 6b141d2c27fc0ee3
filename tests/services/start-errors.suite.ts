import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readEnvironment } from '@probity/service/environment';
import { SERVICES } from '../../apps/standalone/services';

const ROOT = resolve(__dirname, '..', '..');
const DIST = existsSync(resolve(ROOT, 'dist')) ? resolve(ROOT, 'dist') : ROOT;

interface Ended {
  code: number | null;
  /** the message of the line of the log */
  message: string;
}

/** Starts a service with only these environment variables, and waits until it exits. */
function start(app: string, variables: Record<string, string>): Promise<Ended> {
  const main = resolve(DIST, 'apps', app, 'main.js');
  return new Promise((done) => {
    const env = { PATH: process.env.PATH, ...variables };
    execFile(process.execPath, [main], { env, timeout: 30_000 }, (error, _stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, message: (JSON.parse(stderr) as { msg: string }).msg }),
    );
  });
}

const NOWHERE = 'postgresql://probity@127.0.0.1:1/probity';
const COMPLETE: Record<string, Record<string, string>> = {
  gateway: {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_GRANT_KEY: Buffer.alloc(32).toString('base64'),
  },
  relay: {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_PERSONAL_DATA_KEY: Buffer.alloc(32).toString('base64'),
  },
  'customer-risk': {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_PERSONAL_DATA_KEY: Buffer.alloc(32).toString('base64'),
    PROBITY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  },
  pipeline: {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_PERSONAL_DATA_KEY: Buffer.alloc(32).toString('base64'),
    PROBITY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  },
  ledger: {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  },
  'webhook-dispatcher': {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  },
  'back-office': {
    DATABASE_URL: NOWHERE,
    KAFKA_BROKERS: '127.0.0.1:1',
    PROBITY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    PROBITY_OPERATOR_TOKEN: 'x'.repeat(32),
  },
};

export const APPS = Object.keys(COMPLETE);

const STORE = ['EVENTSTORE_URL', 'kurrentdb://host:2113', 'must begin with esdb://'] as const;
const SHORT_KEY = ['PROBITY_MASTER_KEY', 'c2hvcnQ=', 'must be 32 bytes in base64'] as const;
const MORE: Record<string, (readonly [string, string, string])[]> = {
  gateway: [['PROBITY_GRANT_KEY', 'c2hvcnQ=', 'must be 32 bytes in base64']],
  relay: [STORE, ['PROBITY_PERSONAL_DATA_KEY', 'c2hvcnQ=', 'must be 32 bytes in base64']],
  'customer-risk': [STORE, SHORT_KEY],
  pipeline: [
    STORE,
    SHORT_KEY,
    ['PROVIDER_PORTS', '8443,https', 'must be port numbers'],
    ['PROVIDER_ALLOW_LOOPBACK', 'sometimes', 'must be true or false'],
  ],
  ledger: [STORE, SHORT_KEY],
  'webhook-dispatcher': [
    STORE,
    SHORT_KEY,
    ['WEBHOOK_PORTS', '8443,https', 'must be port numbers'],
    ['WEBHOOK_ALLOW_LOOPBACK', 'sometimes', 'must be true or false'],
  ],
  'back-office': [STORE, ['PROBITY_OPERATOR_TOKEN', 'too-short-a-token', 'must have at least 32 characters']],
};
/** Returns the error message with which the service rejects the configuration. */
function problemWith(app: string, variables: Record<string, string>): string {
  try {
    readEnvironment(
      SERVICES.find(({ name }) => name === app)!,
      variables,
    );
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Tests the configuration of every service, without starting processes. */
export function malformedVariables(): void {
  describe.each(APPS)('the configuration of %s', (app) => {
    const complete = COMPLETE[app]!;

    it.each([
      ['DATABASE_URL', 'mysql://secret@host', 'must begin with postgresql://'],
      ['KAFKA_BROKERS', 'no-port', 'must be addresses such as'],
      ['KAFKA_TLS', 'yes', 'must be true or false'],
      ['KAFKA_SASL_MECHANISM', 'kerberos', 'must be one of'],
      ['KAFKA_TOPIC_PREFIX', 'a b', 'may have letters'],
      ['PORT', '70000', 'must be a port number'],
      ['LOG_LEVEL', 'loud', 'must be one of'],
      ...(MORE[app] ?? []),
    ] as const)('names %s if it is malformed, without its value', (variable, value, problem) => {
      const message = problemWith(app, { ...complete, [variable]: value });
      expect(message).toContain(`${variable} ${problem}`);
      expect(message).not.toContain(value);
    });

    it('says which variables must be set together', () => {
      expect(problemWith(app, { ...complete, KAFKA_USERNAME: 'probity' })).toContain(
        'KAFKA_USERNAME and KAFKA_PASSWORD must be given together',
      );
      expect(problemWith(app, { ...complete, KAFKA_TLS_CA_FILE: '/nowhere' })).toContain('needs KAFKA_TLS=true');
      expect(problemWith(app, { ...complete, KAFKA_TLS: 'true', KAFKA_TLS_CA_FILE: '/nowhere' })).toContain(
        'KAFKA_TLS_CA_FILE cannot be read',
      );
    });

    it('is accepted if it is complete', () => {
      expect(problemWith(app, complete)).toBe('none');
    });
  });
}

/** A network is no secret, so the message names it. */
export function forbiddenNetworks(): void {
  it.each([
    ['169.254.0.0/16', 'cloud metadata'],
    ['::/0', 'cloud metadata'],
    ['fe80::/10', 'link-local'],
    ['10.20.0.0', 'is not a network'],
  ])('the pipeline does not start with the network %s for providers', (network, reason) => {
    const message = problemWith('pipeline', { ...COMPLETE.pipeline, PROVIDER_ALLOWED_NETWORKS: network });
    expect(message).toContain('PROVIDER_ALLOWED_NETWORKS must be ');
    expect(message).toContain(network);
    expect(message).toContain(reason);
  });
}

/** Starts each service in its own process. */
export function startErrors(apps: string[]): void {
  describe.each(apps)('%s, started alone', (app) => {
    const complete = COMPLETE[app]!;

    it('names every variable that is missing', async () => {
      const { code, message } = await start(app, {});
      expect(code).toBe(1);
      for (const variable of Object.keys(complete)) expect(message).toContain(`${variable} is missing`);
      expect(message).not.toMatch(/\n\s+at /);
    });

    it('says that it cannot reach Postgres, and exits', async () => {
      const { code, message } = await start(app, complete);
      expect(code).toBe(1);
      expect(message).toMatch(/no Postgres can be used at DATABASE_URL: .*ECONNREFUSED/);
    });

    it('says that the database is not prepared, and how to prepare it', async () => {
      const empty = process.env.TEST_DATABASE_URL!.replace(/\/[^/]*$/, '/template1');
      const { code, message } = await start(app, { ...complete, DATABASE_URL: empty });
      expect(code).toBe(1);
      expect(message).toContain('run "probity database migrate"');
    });
  });
}
