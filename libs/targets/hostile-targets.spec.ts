import { BadTarget } from './bad-target';
import { checkUrl } from './check-url';
import { guardedMachine, PUBLIC_ADDRESS } from './testing/guarded-machine';

/** Targets that an attacker could use to reach internal systems. Each must be rejected without any connection. */
const { here, strict, expectNoConnection, expectRefusedTwice } = guardedMachine();

describe('hosts that are addresses', () => {
  it.each([
    // loopback and this machine
    'https://127.0.0.1:PORT/',
    'https://127.0.0.2:PORT/',
    'https://127.255.255.254:PORT/',
    'https://0.0.0.0:PORT/',
    'https://0.1.2.3:PORT/',
    'https://[::1]:PORT/',
    'https://[::]:PORT/',
    // private, shared, local
    'https://10.0.0.1:PORT/',
    'https://10.255.255.255:PORT/',
    'https://172.16.0.1:PORT/',
    'https://172.31.255.255:PORT/',
    'https://192.168.1.1:PORT/',
    'https://100.64.0.1:PORT/',
    'https://100.127.255.255:PORT/',
    'https://169.254.1.1:PORT/',
    'https://[fc00::1]:PORT/',
    'https://[fd12:3456:789a::1]:PORT/',
    'https://[fe80::1]:PORT/',
    'https://[febf::1]:PORT/',
    'https://[fec0::1]:PORT/',
    // cloud metadata
    'https://169.254.169.254:PORT/latest/meta-data/',
    'https://169.254.170.2:PORT/v2/credentials/',
    'https://168.63.129.16:PORT/machine?comp=goalstate',
    'https://100.100.100.200:PORT/latest/meta-data/',
    'https://192.0.0.192:PORT/latest/',
    'https://[fd00:ec2::254]:PORT/latest/meta-data/',
    'https://[fd00:ec2::23]:PORT/v1/credentials',
    'https://[fd20:ce::254]:PORT/computeMetadata/v1/',
    // multicast, broadcast, reserved, documentation, benchmarking
    'https://224.0.0.1:PORT/',
    'https://239.255.255.250:PORT/',
    'https://240.0.0.1:PORT/',
    'https://255.255.255.255:PORT/',
    'https://192.0.0.1:PORT/',
    'https://192.0.2.1:PORT/',
    'https://198.18.0.1:PORT/',
    'https://198.51.100.1:PORT/',
    'https://203.0.113.1:PORT/',
    'https://192.88.99.1:PORT/',
    'https://[ff02::1]:PORT/',
    'https://[100::1]:PORT/',
    'https://[2001:db8::1]:PORT/',
    'https://[3fff::1]:PORT/',
    'https://[5f00::1]:PORT/',
    'https://[4000::1]:PORT/',
    // IPv4 inside IPv6
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
    'https://[::ffff:169.254.169.254]:PORT/',
    'https://[::ffff:10.0.0.1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[::ffff:0:127.0.0.1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://[64:ff9b::a9fe:a9fe]:PORT/',
    'https://[64:ff9b:1::10.0.0.1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[2002:a9fe:a9fe::1]:PORT/',
    'https://[2001:0:7f00:1::1]:PORT/',
    'https://[2001:20::1]:PORT/',
    'https://[2606:4700::5efe:127.0.0.1]:PORT/',
    'https://[2606:4700::200:5efe:10.0.0.1]:PORT/',
    'https://[fe80::5efe:192.168.0.1]:PORT/',
    'https://[fe80::1%25eth0]:PORT/',
    'https://[fe80::1%eth0]:PORT/',
  ])('are rejected: %s', (url) => expectRefusedTwice(here(url), strict()));
});

describe('odd spellings of addresses', () => {
  it.each([
    'https://127.1:PORT/',
    'https://127.0.1:PORT/',
    'https://0:PORT/',
    'https://0x7f.1:PORT/',
    'https://0x7f.0x0.0x0.0x1:PORT/',
    'https://0X7F000001:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://017700000001:PORT/',
    'https://2130706433:PORT/',
    'https://00000177.0.0.1:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://127.00.00.01:PORT/',
    'https://0xa9fea9fe:PORT/',
    'https://2852039166:PORT/',
    'https://0251.0376.0251.0376:PORT/',
    'https://169.254.43518:PORT/',
    'https://127。0。0。1:PORT/',
    'https://127．0．0．1:PORT/',
    'https://127｡0｡0｡1:PORT/',
    'https://１２７.0.0.1:PORT/',
    'https://①②⑦.⓪.⓪.①:PORT/',
    'https://%31%32%37.0.0.1:PORT/',
    'https://127%2e0%2e0%2e1:PORT/',
    'https://%30x7f.1:PORT/',
    'https://[0:0:0:0:0:0:0:1]:PORT/',
    'https://[0000::0001]:PORT/',
    'https://256.256.256.256:PORT/',
    'https://127.0.0.1.1:PORT/',
    'https://4294967296:PORT/',
    'https://127.0.0.0x1g:PORT/',
  ])('are rejected: %s', (url) => expectRefusedTwice(here(url), strict()));

  it.each([
    'https://0x5db8d822:PORT/',
    'https://93.184.55330:PORT/',
    'https://0135.0270.0330.042:PORT/',
    'https://93。184。216。34:PORT/',
    'https://%39%33.184.216.34:PORT/',
  ])('are rejected even when they mean a public address: %s', (url) => {
    expect(new URL(here(url)).hostname).toBe(PUBLIC_ADDRESS);
    expect(() => checkUrl(here(url), strict())).toThrow(BadTarget);
    expectNoConnection();
  });
});

describe('names of internal systems', () => {
  it.each([
    'https://localhost:PORT/',
    'https://LOCALHOST:PORT/',
    'https://localhost.:PORT/',
    'https://hooks.localhost:PORT/',
    'https://localhost.localdomain:PORT/',
    'https://ｌｏｃａｌｈｏｓｔ:PORT/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/',
    'https://local\u00adhost:PORT/',
    'https://local%68ost:PORT/',
    'https://lоcalhost:PORT/', // with a Cyrillic о
    'https://loca\u0131host:PORT/',
    'https://ip6-loopback:PORT/',
    'https://postgres:PORT/',
    'https://metadata:PORT/',
    'https://metadata.google.internal:PORT/computeMetadata/v1/',
    'https://METADATA.GOOGLE.INTERNAL.:PORT/',
    'https://instance-data.ec2.internal:PORT/',
    'https://host.docker.internal:PORT/',
    'https://kubernetes.default.svc.cluster.local:PORT/',
    'https://printer.local:PORT/',
    'https://router.lan:PORT/',
    'https://router.home.arpa:PORT/',
    'https://wiki.corp:PORT/',
    'https://wiki.home:PORT/',
    'https://wiki.intranet:PORT/',
    'https://expyuzz4wqqyqhjn.onion:PORT/',
    'https://name.alt:PORT/',
    'https://name.test:PORT/',
    'https://name.example:PORT/',
    'https://name.invalid:PORT/',
    'https://1.0.0.127.in-addr.arpa:PORT/',
  ])('are rejected: %s', (url) => expectRefusedTwice(here(url), strict()));
});

describe('misleading texts', () => {
  it.each([
    'https://example.com@127.0.0.1:PORT/',
    'https://example.com%40127.0.0.1:PORT/',
    'https://example.com:443@127.0.0.1:PORT/',
    'https://user:password@hooks.example.com/',
    'https://@hooks.example.com/',
    'https://127.0.0.1:PORT#@example.com/',
    'https://127.0.0.1:PORT?@example.com/',
    'https://127.0.0.1:PORT\\@example.com/',
    'https://example.com\\@127.0.0.1:PORT/',
    'https:\\\\127.0.0.1:PORT/',
    'https:/127.0.0.1:PORT/',
    'https:127.0.0.1:PORT/',
    'https:///127.0.0.1:PORT/',
    'https:////127.0.0.1:PORT/',
    'https://[::1]@example.com:PORT/',
    'https://[::1].example.com:PORT/',
    'https://example.com:PORT:80/',
    'https://hooks.example.com/#fragment',
    ' https://hooks.example.com/',
    'https://hooks.example.com/\n',
    'https://hooks.exam\tple.com/',
    'https://hooks.example.com/\u0000',
    'https://hooks.example.com/\u202egnp',
    'https://hooks.example.com/\r\nHost:localhost',
    'https://127.0.0.1\t:PORT/',
    'https://hooks.example.com%00.127.0.0.1:PORT/',
    'https://hooks..example.com/',
    'https://.example.com/',
    'https://hooks.example.com../',
    'https://hooks_.example.com/',
    `https://${'a'.repeat(64)}.example.com/`,
    `https://hooks.example.com/${'a'.repeat(2_048)}`,
    'http://hooks.example.com/',
    'http://127.0.0.1:PORT/',
    'ws://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'unix:/var/run/docker.sock',
    '//127.0.0.1:PORT/',
    '127.0.0.1:PORT',
    'https://',
    '',
  ])('are rejected: %j', (url) => {
    expect(() => checkUrl(here(url), strict())).toThrow(BadTarget);
    expectNoConnection();
  });
});

describe('ports', () => {
  it.each(['0', '1', '22', '25', '80', '2375', '5432', '6379', '8080', '9200', '10250', '65535'])(
    'are rejected: %s',
    (port) => expectRefusedTwice(`https://${PUBLIC_ADDRESS}:${port}/`, { ...strict(), allowedPorts: new Set([8443]) }),
  );

  it.each(['65536', '-1', '99999', '443443443'])('are rejected: %s, which is not a port', (port) =>
    expectRefusedTwice(`https://${PUBLIC_ADDRESS}:${port}/`, strict()),
  );
});
