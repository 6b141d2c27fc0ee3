import { userInfo } from 'node:os';
import { UsageError } from '../errors';
import { officerOf } from './decision-options';

describe('who decides', () => {
  it('is whoever is named, else whoever is logged in', () => {
    expect(officerOf({ officer: 'j.smith' })).toBe('j.smith');
    expect(officerOf({})).toBe(userInfo().username);
  });

  it('must be said where the machine does not know', () => {
    const nobody = (): string => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    expect(() => officerOf({}, nobody)).toThrow(UsageError);
    expect(() => officerOf({}, nobody)).toThrow(/--officer/);
  });
});
