import { UsageError } from '../errors';
import { apiPath } from './api-path';

describe('a path of the API', () => {
  it('escapes special characters in a segment', () => {
    expect(apiPath('tenants', 'bank', 'api-keys')).toBe('tenants/bank/api-keys');
    expect(apiPath('tenants', 'a/b?c#d é', 'ledgers')).toBe('tenants/a%2Fb%3Fc%23d%20%C3%A9/ledgers');
  });

  it.each(['', '.', '..'])('rejects "%s", which would change the path', (segment) => {
    expect(() => apiPath('tenants', segment)).toThrow(UsageError);
  });
});
