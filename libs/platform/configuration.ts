import { type CleanedEnv, cleanEnv, EnvMissingError, host, makeValidator, type ReporterOptions, str } from 'envalid';

/** A TCP port; 0 lets the system choose a free one. */
export const port = makeValidator<number>((text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error('must be a port number from 0 to 65535');
  return Number(text);
});

export const trueOrFalse = makeValidator<boolean>((text) => {
  if (text !== 'true' && text !== 'false') throw new Error('must be true or false');
  return text === 'true';
});

/** A list of ports, separated by commas; an empty text means no ports. */
export const portList = makeValidator<number[]>((text) => {
  const ports = text.split(',').filter((part) => part.trim() !== '');
  if (!ports.every((part) => /^\s*\d{1,5}\s*$/.test(part) && Number(part) > 0 && Number(part) <= 65_535)) {
    throw new Error('must be port numbers from 1 to 65535, separated by commas');
  }
  return ports.map(Number);
});

function keyIn(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('must be 32 bytes in base64, such as `openssl rand -base64 32` prints');
  return key;
}

/** A key that seals secrets. */
export const masterKey = makeValidator<Buffer>(keyIn);

/** A key that may be absent; an empty text, which becomes an empty buffer, means that it is. */
export const optionalKey = makeValidator<Buffer>((text) => (text === '' ? Buffer.alloc(0) : keyIn(text)));

export const postgresUrl = makeValidator<string>((text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must begin with postgresql://');
  return text;
});

export const token = makeValidator<string>((text) => {
  if (!/^\S{32,}$/.test(text)) throw new Error('must have at least 32 characters and no spaces');
  return text;
});

export const eventStoreUrl = makeValidator<string | undefined>((text) => {
  if (text === '') return undefined;
  if (!/^esdb(\+discover)?:\/\//.test(text)) throw new Error('must begin with esdb:// or esdb+discover://');
  return text;
});

export const LOG_LEVEL = str({
  choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  default: 'info',
});
export const HOST = host({ default: '127.0.0.1' });

/** Environment variables are missing or malformed. The message names each variable and its expected form. */
export class BadConfiguration extends Error {
  constructor(problems: string[]) {
    super(`the configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'BadConfiguration';
  }
}

/**
 * Reads the variables of a specification.
 *
 * @throws BadConfiguration that names every variable that is missing or malformed
 */
export function readVariables<Specification extends object>(
  environment: NodeJS.ProcessEnv,
  specification: Specification,
): CleanedEnv<Specification> {
  return cleanEnv(environment, specification, { reporter: reportProblems });
}

/** An envalid reporter that throws instead of ending the process. Values are not repeated: they may be secrets. */
function reportProblems({ errors }: ReporterOptions<unknown>): void {
  const problems = Object.entries(errors as Record<string, Error | undefined>).flatMap(([variable, error]) => {
    if (!error) return [];
    return error instanceof EnvMissingError ? `${variable} is missing` : `${variable} ${withoutValue(error.message)}`;
  });
  if (problems.length > 0) throw new BadConfiguration(problems);
}

/** Removes the value from messages of envalid, such as `Invalid port input: "x"`. */
function withoutValue(message: string): string {
  return message
    .replace(/^Invalid (.*?) input: .*$/, 'is not a valid $1')
    .replace(/^Value ".*" not in choices/, 'must be one of');
}
