import { UnresolvedTarget } from './resolve-target';
import { Targets } from './targets';

const policy = { allowedPorts: new Set<number>(), allowInsecureLoopback: false };
const url = 'https://hooks.example.com/probity';
const answering = (resolve: () => Promise<string[]>): Targets => new Targets(policy, resolve);

describe('the url of a new endpoint', () => {
  it('is accepted when its name has public addresses, none yet, or a slow name server', async () => {
    expect(await answering(() => Promise.resolve(['93.184.215.14'])).check(url)).toBe(url);
    expect(await answering(() => Promise.reject(new UnresolvedTarget('hooks.example.com'))).check(url)).toBe(url);
    expect(await answering(() => new Promise(() => {})).check(url)).toBe(url);
  });

  it('is rejected with a message for the institution when its name leads to an internal address', async () => {
    const refused = answering(() => Promise.resolve(['93.184.215.14', '10.0.0.7'])).check(url);
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', code: 'unsafe_url' });
    await expect(refused).rejects.not.toThrow('10.0.0.7');
    await expect(answering(() => Promise.resolve([])).check('http://example.com/')).rejects.toMatchObject({
      code: 'unsafe_url',
    });
  });
});
