import { resolve } from 'node:path';
import { cleanEnv, host, makeValidator, str } from 'envalid';
import { BadConfiguration, reportProblems } from '@probity/platform/configuration';

/** 0 lets the system choose a free one. */
const port = makeValidator<number>((text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error('must be a port number from 0 to 65535');
  return Number(text);
});

const trueOrFalse = makeValidator<boolean>((text) => {
  if (text !== 'true' && text !== 'false') throw new Error('must be true or false');
  return text === 'true';
});

const masterKey = makeValidator<Buffer | undefined>((text) => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('must be 32 bytes in base64, such as `openssl rand -base64 32` prints');
  return key;
});

const postgresUrl = makeValidator<string | undefined>((text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must begin with postgresql://');
  return text;
});

const token = makeValidator<string | undefined>((text) => {
  if (!/^\S{32,}$/.test(text)) throw new Error('must have at least 32 characters and no spaces');
  return text;
});

export interface Configuration {
  host: string;
  port: number;
  backOfficePort: number;
  dataDirectory: string;
  databaseUrl: string | undefined;
  masterKey: Buffer | undefined;
  operatorToken: string | undefined;
  logLevel: string;
  demo: boolean;
}

/** @throws Error that names every variable that is malformed */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = cleanEnv(
    environment,
    {
      HOST: host({ default: '127.0.0.1' }),
      PORT: port({ default: 3000 }),
      BACK_OFFICE_PORT: port({ default: 3001 }),
      PROBITY_DATA_DIR: str({ default: '.probity' }),
      DATABASE_URL: postgresUrl({ default: undefined }),
      PROBITY_MASTER_KEY: masterKey({ default: undefined }),
      PROBITY_OPERATOR_TOKEN: token({ default: undefined }),
      LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' }),
      PROBITY_DEMO: trueOrFalse({ default: true }),
    },
    { reporter: reportProblems },
  );
  if (read.PORT !== 0 && read.PORT === read.BACK_OFFICE_PORT) {
    throw new BadConfiguration(['BACK_OFFICE_PORT must be another port than PORT']);
  }
  return {
    host: read.HOST,
    port: read.PORT,
    backOfficePort: read.BACK_OFFICE_PORT,
    dataDirectory: resolve(read.PROBITY_DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    masterKey: read.PROBITY_MASTER_KEY,
    operatorToken: read.PROBITY_OPERATOR_TOKEN,
    logLevel: read.LOG_LEVEL,
    demo: read.PROBITY_DEMO,
  };
}
