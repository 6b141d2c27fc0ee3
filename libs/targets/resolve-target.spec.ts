import { BadTarget } from './bad-target';
import { resolveTarget, UnresolvedTarget } from './resolve-target';

const strict = { allowedPorts: new Set<number>(), allowInsecureLoopback: false };
const development = { ...strict, allowInsecureLoopback: true };
const resolve = jest.fn<Promise<string[]>, [string]>();

beforeEach(() => resolve.mockReset());

it('returns all addresses of a name, each once', async () => {
  resolve.mockResolvedValue(['93.184.216.34', '2606:4700::1', '93.184.216.34']);
  expect(await resolveTarget({ protocol: 'https:', hostname: 'Hooks.Example.com.' }, strict, resolve)).toEqual([
    '93.184.216.34',
    '2606:4700::1',
  ]);
  expect(resolve.mock.calls).toEqual([['hooks.example.com']]);
});

it('returns an address itself without a query', async () => {
  expect(await resolveTarget({ protocol: 'https:', hostname: '8.8.8.8' }, strict, resolve)).toEqual(['8.8.8.8']);
  expect(await resolveTarget({ protocol: 'https:', hostname: '[2606:4700::1]' }, strict, resolve)).toEqual([
    '2606:4700::1',
  ]);
  expect(resolve).not.toHaveBeenCalled();
});

it.each([[['10.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['93.184.216.34', 'fd00::1']], [['93.184.216.34', 'junk']]])(
  'rejects a name with the addresses %j, and does not reveal them',
  async (addresses) => {
    resolve.mockResolvedValue(addresses);
    const error: unknown = await resolveTarget(
      { protocol: 'https:', hostname: 'hooks.example.com' },
      strict,
      resolve,
    ).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(BadTarget);
    const { message, operatorDetail } = error as BadTarget;
    expect(message).toBe(
      'url must have a host whose addresses are all on the public internet; some addresses of hooks.example.com are not',
    );
    expect(operatorDetail).toContain(`hooks.example.com has the address ${addresses.at(-1)} (`);
  },
);

it('makes no query for a name that cannot be public', async () => {
  await expect(resolveTarget({ protocol: 'https:', hostname: 'hooks.bank.internal' }, strict, resolve)).rejects.toThrow(
    BadTarget,
  );
  expect(resolve).not.toHaveBeenCalled();
});

it('says that a name has no address, with the reason for logs', async () => {
  resolve.mockResolvedValueOnce([]);
  await expect(resolveTarget({ protocol: 'https:', hostname: 'hooks.example.com' }, strict, resolve)).rejects.toThrow(
    UnresolvedTarget,
  );
  const cause = new Error('queryA ESERVFAIL hooks.example.com');
  resolve.mockRejectedValueOnce(cause);
  await expect(
    resolveTarget({ protocol: 'https:', hostname: 'hooks.example.com' }, strict, resolve),
  ).rejects.toMatchObject({
    message: 'hooks.example.com could not be resolved to an address; check its DNS records',
    cause,
  });
});

it('resolves localhost only in development, and still rejects names that lead to loopback', async () => {
  expect(await resolveTarget({ protocol: 'https:', hostname: 'localhost' }, development, resolve)).toEqual([
    '127.0.0.1',
    '::1',
  ]);
  await expect(resolveTarget({ protocol: 'https:', hostname: 'localhost' }, strict, resolve)).rejects.toThrow(
    BadTarget,
  );
  expect(resolve).not.toHaveBeenCalled();
  resolve.mockResolvedValue(['127.0.0.1']);
  await expect(
    resolveTarget({ protocol: 'https:', hostname: 'hooks.example.com' }, development, resolve),
  ).rejects.toThrow(BadTarget);
});
