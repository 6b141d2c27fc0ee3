import { parse } from 'yaml';
import { readProjectFile } from '../project-files';

/** The parts of a service that the tests check. */
export interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  restart?: string;
  ports?: string[];
  networks?: string[];
  volumes?: string[];
  read_only?: boolean;
  init?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
}

export interface ComposeFile {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
}

/** Reads the file and resolves merge keys and aliases. Variables stay as written. */
export const readComposeFile = (): ComposeFile =>
  parse(readProjectFile('docker-compose.yml'), { merge: true }) as ComposeFile;

export interface Interpolation {
  variable: string;
  /** the value if the variable is not set or empty */
  fallback: string | undefined;
}

const INTERPOLATION = /\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g;

/** Returns every `${NAME}`, `${NAME:-fallback}` and `${NAME:?message}` in a text. */
export const interpolationsIn = (text: string): Interpolation[] =>
  [...text.matchAll(INTERPOLATION)].map(([, variable, operator, rest]) => ({
    variable: variable!,
    fallback: operator === ':-' ? rest : undefined,
  }));

/**
 * Returns the container's environment, given the variables of `.env`. A variable without a value gets its value
 * from `.env`, or is absent.
 * @throws Error for a variable that has neither a value nor a fallback
 */
export function environmentOf(service: Service, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.environment ?? {})
      .map(([name, value]) => [name, value === null ? given[name] : interpolate(value, given)] as const)
      .filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export function interpolate(text: string, given: Record<string, string>): string {
  return text
    .replace(INTERPOLATION, (_whole, variable: string, operator?: string, rest?: string) => {
      const value = given[variable] || (operator === ':-' ? rest : undefined);
      if (value === undefined) throw new Error(`docker-compose.yml: ${variable} is not in .env`);
      return value;
    })
    .replace(/\$\$/g, '$');
}
