import { checkSource, type GivenSource } from './check-source';

const POLICY = { allowedPorts: new Set<number>(), allowInsecureLoopback: false };
const UN = { role: 'list', url: 'https://lists.example.org/un.xml' };
const OFAC = ['sdn', 'alt', 'add', 'comments'].map((role) => ({ role, url: `https://lists.example.org/${role}.csv` }));

const check = (given: Partial<GivenSource>) =>
  checkSource(
    { format: 'un-consolidated', files: [UN], every_hours: 24, stale_after_hours: 72, active: true, ...given },
    POLICY,
  );
const rejects = async (given: Partial<GivenSource>, code: string, message: RegExp): Promise<void> =>
  expect(check(given)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

describe('the source of a list', () => {
  it('has all files of its format, with normalised addresses', async () => {
    expect(await check({ files: [{ role: 'list', url: 'HTTPS://Lists.Example.Org/un.xml?token=T' }] })).toEqual([
      { role: 'list', url: 'https://lists.example.org/un.xml?token=T' },
    ]);
    expect(await check({ format: 'ofac-sdn', files: OFAC })).toHaveLength(4);
    const mapped = [
      { role: 'list', url: 'https://lists.example.org/peps.csv' },
      { role: 'mapping', url: 'https://lists.example.org/peps.mapping.json' },
    ];
    expect(await check({ format: 'mapped-csv', files: mapped })).toEqual(mapped);
  });

  it('needs no files when it is inactive', async () => {
    expect(await check({ active: false, files: [] })).toEqual([]);
    await rejects({ active: false, format: 'ofac-sdn', files: OFAC.slice(1) }, 'invalid_source', /lacks "sdn"/);
  });

  it.each<[Partial<GivenSource>, RegExp]>([
    [{ format: 'ofac' }, /^format "ofac" is unknown; the formats are ofac-sdn, ofac-xml, /],
    [{ files: [] }, /^files lacks "list": un-consolidated has list/],
    [
      { format: 'ofac-sdn', files: OFAC.slice(0, 2) },
      /^files lacks "add", "comments": ofac-sdn has sdn, alt, add, com/,
    ],
    [{ format: 'mapped-csv', files: [UN] }, /^files lacks "mapping"/],
    [{ files: [UN, { role: 'sdn', url: UN.url }] }, /^files has an unknown role "sdn"; un-consolidated has list$/],
    [{ files: [UN, UN] }, /^files has the role "list" twice$/],
    [{ every_hours: 100 }, /^stale_after_hours must be at least every_hours \(100\)/],
  ])('%j is rejected', async (given, message) => {
    await rejects(given, 'invalid_source', message);
  });

  it.each<[string, RegExp]>([
    ['http://lists.example.org/', /^url of "list": url must start with https:/],
    ['https://user:secret@lists.example.org/', /^url of "list": url must not have a user name or a password$/],
    ['https://10.0.0.1/', /private network/],
    ['https://lists.example.org:8080/', /must not have the port 8080/],
    ['https://localhost/', /local or special use/],
    ['https://lists.example.org/#top', /must not have a fragment/],
    ['lists.example.org', /must start with https/],
  ])('must not have the address %s', async (url, message) => {
    await rejects({ files: [{ role: 'list', url }] }, 'invalid_url', message);
    const files = [{ ...UN, sha256_url: url }];
    await expect(check({ files })).rejects.toMatchObject({ message: expect.stringMatching(/^sha256_url of "list": /) });
  });
});
