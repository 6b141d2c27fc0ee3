import { UsageError } from '../errors';
import { apiPath } from './api-path';

describe('a path of the API', () => {
  it('keeps what a segment holds inside the segment', () => {
    expect(apiPath('tenants', 'bank', 'api-keys')).toBe('tenants/bank/api-keys');
    expect(apiPath('tenants', 'a/b?c#d é', 'ledgers')).toBe('tenants/a%2Fb%3Fc%23d%20%C3%A9/ledgers');
  });

  it.each(['', '.', '..'])('refuses "%s", which would lead elsewhere', (segment) => {
    expect(() => apiPath('tenants', segment)).toThrow(UsageError);
  });
});
