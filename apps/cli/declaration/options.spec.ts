import { userInfo } from 'node:os';
import { UsageError } from '../errors';
import { loggedInOfficer, OFFICER } from './options';

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
