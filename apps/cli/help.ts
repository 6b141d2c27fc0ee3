import { Command } from 'commander';

/** Shows in the command's help how it is called, ready to paste. */
export function withExample(command: Command, args: string): Command {
  return command.addHelpText('after', `\nExample:\n  npm run --silent probity -- ${args}`);
}

/** A command that only holds others. */
export function group(program: Command, name: string, description: string, example: string): Command {
  return withExample(program.command(name).description(description), example);
}

/** A command within a group. `usage` is its name, with arguments if it takes any. */
export function subcommand(parent: Command, usage: string, description: string, example: string): Command {
  return withExample(parent.command(usage).description(description), example);
}
