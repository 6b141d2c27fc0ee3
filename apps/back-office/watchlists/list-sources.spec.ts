import { randomBytes } from 'node:crypto';
import { sourceContext } from '@probity/contracts/list-sources/commands';
import { RequestKey } from '@probity/platform/request-encryption';
import { data, refused } from '../../../testing/test-office';
import { OPERATOR, WHY, office, replies, sent, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const key = new RequestKey(randomBytes(32));
const FILE = { role: 'list', url: 'https://lists.example.org/un.xml?token=secret-token' };
const SOURCE = { format: 'un-consolidated', files: [FILE], ...WHY };
beforeEach(() => {
  replies['pipeline.read-provider-key'] = () => ({ public_key: key.publicPem });
});

describe('the source of a shared list', () => {
  it('is set with its defaults, and its addresses are encrypted for the pipeline', async () => {
    data(await office.put('/watchlists/un-sc/source', SOURCE));
    const { name, request } = sent.at(-1)!;
    const { encrypted_files, ...readable } = request;
    expect({ name, readable }).toEqual({
      name: 'pipeline.set-watchlist-source',
      readable: {
        list: 'un-sc',
        format: 'un-consolidated',
        every_hours: 24,
        stale_after_hours: 72,
        max_bytes: 512 * 1024 * 1024,
        active: true,
        ...WHY,
        ...OPERATOR,
      },
    });
    expect(JSON.stringify(sent)).not.toContain('secret-token');
    expect(JSON.parse(key.decrypt(encrypted_files, sourceContext('un-sc')))).toEqual([FILE]);
  });

  it('is removed, and its list fetched, with a reason', async () => {
    expect((await office.delete('/watchlists/un-sc/source?reason=because')).status).toBe(204);
    data(await office.post('/watchlists/un-sc/source/fetch', WHY));
    const request = { list: 'un-sc', ...WHY, ...OPERATOR };
    expect(sent).toEqual([
      { name: 'pipeline.remove-watchlist-source', request },
      { name: 'pipeline.fetch-watchlist', request },
    ]);
  });

  it.each<[object, RegExp]>([
    [{}, /^format must be a word.*files must be a list of objects/],
    [{ ...SOURCE, reason: undefined }, /^reason must be a string/],
    [{ ...SOURCE, files: [{ role: 'list' }] }, /^files\[0\]\.url must be a string/],
    [{ ...SOURCE, files: [{ ...FILE, role: 'The list' }] }, /^files\[0\]\.role must be the role of a file/],
    [{ ...SOURCE, files: Array(9).fill(FILE) }, /^files must have at most 8 items/],
    [{ ...SOURCE, every_hours: 0 }, /^every_hours must not be less than 1/],
    [{ ...SOURCE, every_hours: 169 }, /^every_hours must not be greater than 168/],
    [{ ...SOURCE, stale_after_hours: 8_761 }, /^stale_after_hours must not be greater than 8760/],
    [{ ...SOURCE, max_bytes: 2_147_483_649 }, /^max_bytes must not be greater than 2147483648/],
    [{ ...SOURCE, active: 'yes' }, /^active must be a boolean/],
    [{ ...SOURCE, url: 'https://lists.example.org/' }, /^url is not a known field/],
  ])('is rejected as %j', async (body, message) => {
    refused(await office.put('/watchlists/un-sc/source', body), 400, message);
    expect(sent).toEqual([]);
  });

  it('belongs to a shared list', async () => {
    refused(await office.put('/watchlists/tenant/source', SOURCE), 400, /^list must be the name of a shared list/);
    refused(await office.post('/watchlists/tenant/source/fetch', WHY), 400, /^list must be/);
    refused(await office.delete('/watchlists/un-sc/source'), 400, /^reason must be a string/);
  });
});

it('the sources and fetches of lists are read without the queries of addresses', async () => {
  expect(data(await office.get('/watchlists/sources'))).toEqual([]);
  expect(data(await office.get('/watchlists/un-sc/source/fetches'))).toEqual([]);
  await test.owner.query(
    `INSERT INTO pipeline.watchlist_sources (list, version, format, files, sealed_queries, every_hours, stale_after_hours,
       max_bytes, active, officer, reason, set_at, revision, due_at, failures)
     VALUES ('un-sc', 1, 'un-consolidated', $1, 'sealed', 24, 72, 2147483648, true, 'Ada', 'r', now() - interval '4 days', 0,
       now(), 1)`,
    [JSON.stringify([{ role: 'list', url: 'https://lists.example.org/un.xml', has_query: true }])],
  );
  await test.owner.query(
    `INSERT INTO pipeline.watchlist_fetches (id, list, result, began_at, ended_at, version, code, message, bytes, files)
     VALUES (gen_random_uuid(), 'un-sc', 'failed', now(), now(), NULL, 'timeout', 'silent', 0, '[]')`,
  );
  const [source] = data(await office.get('/watchlists/sources'));
  expect(source).toMatchObject({
    list: 'un-sc',
    max_bytes: 2_147_483_648,
    stale: true,
    confirmed_at: null,
    failures: 1,
  });
  expect(source.files).toEqual([{ role: 'list', url: 'https://lists.example.org/un.xml', has_query: true }]);
  expect(source).not.toHaveProperty('sealed_queries');
  expect(data(await office.get('/watchlists/un-sc/source/fetches'))).toEqual([source.last_fetch]);
});
