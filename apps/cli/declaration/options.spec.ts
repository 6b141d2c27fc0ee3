import { Command } from 'commander';
import { repeated } from './options';

it('an option that can be repeated takes one value each time, and leaves the argument to the command', async () => {
  const command = new Command().argument('<plugin>').addOption(repeated('--secret-file <name=path>', 'a secret'));
  await command
    .action(() => {})
    .parseAsync(['--secret-file', 'a=1', 'sumsub', '--secret-file', 'b=2'], { from: 'user' });
  expect(command.processedArgs).toEqual(['sumsub']);
  expect(command.opts()).toEqual({ secretFile: ['a=1', 'b=2'] });
});
