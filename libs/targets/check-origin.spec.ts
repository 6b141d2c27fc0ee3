import { checkHost, checkOrigin } from './check-origin';

const strict = { allowedPorts: new Set<number>(), allowInsecureLoopback: false };

it.each(['alt', 'arpa', 'corp', 'example', 'home', 'home.arpa', 'internal', 'intranet', 'invalid', 'lan', 'local'])(
  'rejects names under .%s',
  (suffix) => {
    expect(() => checkHost({ protocol: 'https:', hostname: `hooks.bank.${suffix}` }, strict)).toThrow(
      /for local or special use/,
    );
    expect(() => checkHost({ protocol: 'https:', hostname: `hooks.bank.${suffix}.` }, strict)).toThrow(
      /for local or special use/,
    );
    expect(() => checkHost({ protocol: 'https:', hostname: suffix }, strict)).toThrow(/for local or special use/);
    expect(() => checkHost({ protocol: 'https:', hostname: `${suffix}.example.com` }, strict)).not.toThrow();
  },
);

it.each(['127.1', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '1.2.3.4.5', '2130706433', 'hooks.123', ''])(
  'does not accept %j as a name, even without a URL parser',
  (hostname) => {
    expect(() => checkHost({ protocol: 'https:', hostname }, strict)).toThrow(
      /url must have a (valid host name|host with its full public name)/,
    );
  },
);

it('applies the policy to protocol, host and port', () => {
  const origin = { protocol: 'https:', hostname: 'hooks.example.com', port: '' };
  expect(() => checkOrigin(origin, strict)).not.toThrow();
  expect(() => checkOrigin({ ...origin, protocol: 'http:' }, strict)).toThrow(/https/);
  expect(() => checkOrigin({ ...origin, hostname: '10.0.0.1' }, strict)).toThrow(/private network/);
  expect(() => checkOrigin({ ...origin, port: '8443' }, strict)).toThrow(/8443/);
  expect(() => checkOrigin({ ...origin, port: '8443' }, { ...strict, allowedPorts: new Set([8443]) })).not.toThrow();
});
