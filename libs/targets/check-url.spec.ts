import { BadTarget } from './bad-target';
import { checkUrl } from './check-url';

const strict = { allowedPorts: new Set([8443]), allowInsecureLoopback: false };
const development = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };

const refusal = (url: string, policy = strict): string => {
  try {
    checkUrl(url, policy);
  } catch (error) {
    if (error instanceof BadTarget) return error.message;
    throw error;
  }
  return `accepted ${url}`;
};

it.each([
  ['https://example.com', 'https://example.com/'],
  ['https://hooks.example.com/probity?tenant=1&x=%20', 'https://hooks.example.com/probity?tenant=1&x=%20'],
  ['https://HOOKS.Example.com/A', 'https://hooks.example.com/A'],
  ['https://hooks.example.com.:8443/a', 'https://hooks.example.com:8443/a'],
  ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
  ['https://xn--bcher-kva.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['https://hooks.example.com/@user', 'https://hooks.example.com/@user'],
  ['https://notlocalhost.com/', 'https://notlocalhost.com/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://test.example.io/', 'https://test.example.io/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]:8443/x', 'https://[2606:4700:4700::1111]:8443/x'],
])('accepts %s', (text, url) => {
  expect(checkUrl(text, strict).href).toBe(url);
});

it.each([
  ['http://hooks.example.com/', /must start with https:\/\//],
  ['//hooks.example.com/', /must start with https:\/\//],
  ['ftp://hooks.example.com/', /must start with https:\/\//],
  ['', /must start with https:\/\//],
  ['https://user:secret@hooks.example.com/', /user name or a password/],
  ['https://hooks.example.com/#part', /fragment/],
  ['https://hooks.example.com/#', /fragment/],
  ['https://hooks.example.com/a b', /white space/],
  ['https://hooks.example.com:8080/', /must not have the port 8080; allowed are: 443, 8443/],
  ['https://hooks.example.com:0/', /port from 1 to 65535/],
  ['https://hooks.example.com:65536/', /valid URL/],
  ['https://hooks/', /full public name/],
  ['https://10.0.0.1/', /10\.0\.0\.1 is not \(private network\)/],
  ['https://hooks.bank.internal/', /names under "internal"/],
  ['https://0x08080808/', /in the usual form: 8\.8\.8\.8/],
  ['https://bücher.example.com/', /in the usual form: xn--bcher-kva\.example\.com/],
  ['https://-hooks.example.com/', /valid host name/],
  ['https://hooks_1.example.com/', /valid host name/],
  ['https://hooks..example.com/', /valid host name/],
])('names the problem of %s', (url, message) => {
  expect(refusal(url)).toMatch(message);
});

it('accepts 2,048 characters and no more', () => {
  const start = 'https://hooks.example.com/';
  expect(checkUrl(start.padEnd(2_048, 'a'), strict).href).toHaveLength(2_048);
  expect(refusal(start.padEnd(2_049, 'a'))).toBe('url must have at most 2048 characters');
});

it('accepts names of 253 characters and labels of 63, and no longer ones', () => {
  const label = 'a'.repeat(63);
  const longest = `${label}.${label}.${label}.${'a'.repeat(57)}.com`;
  expect(checkUrl(`https://${longest}/`, strict).hostname).toHaveLength(253);
  expect(refusal(`https://a${longest}/`)).toMatch(/valid host name/);
  expect(refusal(`https://a${label}.com/`)).toMatch(/valid host name/);
});

describe('in development', () => {
  it.each([
    'http://localhost:3000/hook',
    'https://localhost:8443/hook',
    'http://LOCALHOST/',
    'http://127.0.0.1:1/',
    'https://127.1.2.3:65535/',
    'http://[::1]:8080/',
  ])('accepts %s, which is rejected otherwise', (url) => {
    expect(checkUrl(url, development).href).toBe(url.toLowerCase());
    expect(refusal(url)).not.toMatch(/^accepted/);
  });

  it.each([
    ...['http://hooks.example.com/', 'http://8.8.8.8/', 'http://10.0.0.1/', 'https://10.0.0.1/', 'http://0.0.0.0/'],
    ...['http://127.1/', 'http://0x7f.0.0.1/', 'http://2130706433/', 'http://127.0.0.1./', 'http://localhost./'],
    ...['http://[::ffff:127.0.0.1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://hooks.localhost/', 'http://localhost:0/'],
    ...['http://ｌocalhost/', 'http://local%68ost/', 'http://me@localhost/', 'http://localhost\\@example.com/'],
  ])('still rejects %s', (url) => {
    expect(refusal(url, development)).not.toMatch(/^accepted/);
  });

  it('allows only the configured ports for public hosts', () => {
    expect(refusal('https://hooks.example.com:8080/', development)).toMatch(/must not have the port 8080/);
  });
});
