import { DATABASE_VARIABLES } from '../../apps/cli/commands/database.commands';
import { TOPIC_VARIABLES } from '../../apps/cli/commands/topics/wanted-topics';
import { createProgram } from '../../apps/cli/program';

/** The steps of the set-up, each with the specification of its environment. */
export const SETUP = [
  { step: 'database', command: ['database', 'migrate'], variables: DATABASE_VARIABLES },
  { step: 'topics', command: ['topics', 'apply'], variables: TOPIC_VARIABLES },
];

/** Returns the words and options of a command line that `probity` does not know. */
export function unknownTo(commandLine: string[]): string[] {
  const write = () => true;
  let command = createProgram({ env: {}, stdout: { write }, stderr: { write } }, false);
  const unknown: string[] = [];
  for (const word of commandLine) {
    if (word.startsWith('--')) {
      if (!command.options.some(({ long }) => long === word)) unknown.push(word);
    } else if (command.commands.length > 0) {
      const next = command.commands.find((one) => one.name() === word);
      if (!next) return [...unknown, word];
      command = next;
    }
  }
  return unknown;
}
