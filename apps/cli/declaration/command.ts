import type { Command } from 'commander';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { isUuid } from '@probity/platform/ids';
import { apiPath } from '../connection/api-path';
import type { Surroundings } from '../surroundings';
import { type Call, callOf } from './call';
import { type Field, type Fields, TENANT } from './options';

/** Adds a command, or a group of them, to the program or to a group. */
export type Declaration = (parent: Command, surroundings: Surroundings) => void;

export type None = Record<never, never>;

const SAMPLE_ID = '0199d5a0-0000-7000-8000-000000000000';

/** What every command declares. */
export interface About<Usage = string, Path = string, Options = Fields> {
  /** the name of the command and its argument, if any, such as `show <alert-id>` */
  usage: Usage;
  summary: string;
  /**
   * the end of the example in the help. The beginning is added: the name, and `--tenant acme` and an id if the
   * command takes them.
   */
  example?: string;
  /**
   * the path of the API, such as `tenants/{tenant}/alerts/{alert-id}`. The names in braces are the argument and
   * options of the command. A command whose path has `{tenant}` takes --tenant.
   */
  path?: Path;
  options?: Options;
  /** true: the group runs it when no other of its commands is named */
  isDefault?: true;
  /** text below the example in the help */
  notes?: string;
}

/** The argument of a command and the values of its options. */
export type Values<Usage extends string, Path extends string, Options extends Fields> = Argument<Usage> &
  (Path extends `${string}{tenant}${string}` ? { tenant: string } : unknown) & {
    [Name in keyof Options]: Options[Name] extends Field<infer Value> ? Value : never;
  };

type Argument<Usage extends string> = Usage extends `${string} <${infer Name}...>` | `${string} [${infer Name}...]`
  ? Record<Name, string[]>
  : Usage extends `${string} <${infer Name}> ${infer Others}`
    ? Record<Name, string> & Argument<` ${Others}`>
    : Usage extends `${string} <${infer Name}>`
      ? Record<Name, string>
      : unknown;

/** A command that runs its own code. The common kinds are in kinds.ts. */
export function command<Usage extends string, Path extends string = '', Options extends Fields = None>(
  about: About<Usage, Path, Options> & {
    run: (values: Values<Usage, Path, Options>, call: Call) => Promise<void>;
  },
): Declaration {
  return (parent, surroundings) => {
    const { usage, summary, example = '', path = '', options, isDefault = false, notes = '', run } = about;
    const fields: Fields = { ...(path.includes('{tenant}') && { tenant: TENANT }), ...options };
    const self = parent.command(usage, { isDefault }).description(summary);
    withExample(self, fields.tenant && '--tenant acme', usage.endsWith('-id>') && SAMPLE_ID, example);
    self.addHelpText('after', notes);
    for (const field of Object.values(fields)) self.addOption(field);
    self.action(async () => {
      const given = self.opts<Record<string, unknown>>();
      const values: Record<string, unknown> = {};
      for (const [index, argument] of self.registeredArguments.entries()) {
        values[argument.name()] = self.processedArgs[index];
      }
      for (const [name, field] of Object.entries(fields)) {
        values[name] = given[field.attributeName()];
      }
      const filledPath = path === '' ? '' : apiPath(...path.split('/').map((segment) => filled(segment, values)));
      await run(values as Values<Usage, Path, Options>, callOf(self, surroundings, filledPath)).catch(
        (error: unknown) => {
          throw error instanceof BackOfficeError ? inOwnWords(error, path, values, fields) : error;
        },
      );
    });
  };
}

/** Replaces words of the API in the message with what the caller gave on the command line. */
function inOwnWords(
  error: BackOfficeError,
  path: string,
  values: Record<string, unknown>,
  fields: Fields,
): BackOfficeError {
  if (error.code === 'bad_uuid') return withArgument(error, path, values, fields);
  if (typeof values.tenant !== 'string') return error;
  const message = error.message.replaceAll('--tenant <slug>', `--tenant ${values.tenant}`);
  return new BackOfficeError(error.status, error.code, message);
}

/** Replaces the name of the API's parameter in the message with the argument or option that has the value. */
function withArgument(
  error: BackOfficeError,
  path: string,
  values: Record<string, unknown>,
  fields: Fields,
): BackOfficeError {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  const bad = names.find((name) => name !== 'tenant' && !isUuid(values[name]));
  if (bad === undefined) return error;
  const shown = fields[bad]?.long ?? `argument <${bad}>`;
  return new BackOfficeError(error.status, error.code, `${shown} must be a UUID`);
}

/** A command that only contains other commands. Its example begins with the name of one of them. */
export function group(name: string, summary: string, example: string, members: Declaration[]): Declaration {
  return (parent, surroundings) => {
    const self = withExample(parent.command(name).description(summary), example);
    refuseUnknownBeforeHelp(self);
    for (const add of members) add(self, surroundings);
  };
}

/** Without this, commander prints the help of the group for an unknown command with --help, as if it succeeded. */
export function refuseUnknownBeforeHelp(group: Command): void {
  group.on('beforeHelp', ({ error }: { error: boolean }) => {
    const [word] = group.args;
    if (error || word === undefined || word.startsWith('-')) return;
    group.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
  });
}

/** Replaces each name in braces with its value. */
export function filled(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{([^}]+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`"${text}" names {${name}}, which the command does not take`);
    return String(values[name]);
  });
}

/** Adds an example to the help, which a reader can paste into a shell. Empty words are left out. */
export function withExample(self: Command, ...args: (string | false | undefined)[]): Command {
  const words = [self.parent?.parent && self.parent.name(), self.parent && self.name(), ...args].filter(Boolean);
  return self.addHelpText('after', `\nExample:\n  npm run --silent probity -- ${words.join(' ')}`);
}
