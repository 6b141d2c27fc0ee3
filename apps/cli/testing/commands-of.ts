import type { Command } from 'commander';

/** The full name of each command, such as `tenant create`. */
export function namesOf(command: Command, path: string[] = []): string[] {
  return [path.join(' '), ...command.commands.flatMap((inner) => namesOf(inner, [...path, inner.name()]))];
}

/** The descriptions of all commands and their options. */
export function descriptionsOf(command: Command): string[] {
  const options = command.options.map(({ description }) => description);
  return [command.description(), ...options, ...command.commands.flatMap(descriptionsOf)];
}
