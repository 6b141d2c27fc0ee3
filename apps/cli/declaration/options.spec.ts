import { userInfo } from 'node:os';
import { UsageError } from '../errors';
import { Command } from 'commander';
import { loggedInOfficer, OFFICER, repeated } from './options';

describe('the officer', () => {
  it('is the user who is logged in unless --officer names another', () => {
    expect(OFFICER.ifMissing?.()).toBe(userInfo().username);
  });

  it('must be named when the system does not know the user', () => {
    const unknown = (): string => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    expect(() => loggedInOfficer(unknown)).toThrow(UsageError);
    expect(() => loggedInOfficer(unknown)).toThrow(/--officer/);
  });
});

it('an option that can be repeated takes one value each time, and leaves the argument to the command', async () => {
  const command = new Command().argument('<plugin>').addOption(repeated('--secret-file <name=path>', 'a secret'));
  await command
    .action(() => {})
    .parseAsync(['--secret-file', 'a=1', 'sumsub', '--secret-file', 'b=2'], { from: 'user' });
  expect(command.processedArgs).toEqual(['sumsub']);
  expect(command.opts()).toEqual({ secretFile: ['a=1', 'b=2'] });
});
