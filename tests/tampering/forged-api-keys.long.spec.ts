import { randomUUID } from 'node:crypto';
import { createApiKey } from '@probity/platform/api-key';
import { Api } from '../../testing/api';
import { eventually } from '../interface/customers';
import { type Product, startProduct } from './product';

jest.setTimeout(60_000);

const REASON = { reason: 'a test' };

interface Created {
  id: string;
  api_key: string;
}

describe('an insider with the database', () => {
  let product: Product;
  let gateway: string;
  let own: string;
  let key: Created;

  beforeAll(async () => {
    product = await startProduct();
    gateway = product.api.baseUrl;
    own = (await createTenant()).slug;
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    key = await create({ scopes: ['read'], label: 'core banking' });
    expect(await status(key)).toBe(200);
  });

  const createTenant = async (): Promise<{ id: string; slug: string }> => {
    const slug = `t-${randomUUID().slice(0, 8)}`;
    return product.backOffice.post('tenants', { slug, name: 'T', four_eyes: false, ...REASON });
  };
  const create = (body: object): Promise<Created> =>
    product.backOffice.post(`tenants/${own}/api-keys`, { ...body, ...REASON });
  const revoke = (id: string) => product.backOffice.delete(`tenants/${own}/api-keys/${id}?reason=a+test`);
  const as = ({ api_key }: { api_key: string }) => new Api(gateway, api_key);
  const status = async (given: { api_key: string }, slug = own): Promise<number> =>
    (await as(given).get(`/tenants/${slug}/ledgers`)).status;
  /** As a superuser, without triggers. */
  const change = (text: string, values: unknown[] = []) =>
    product.database.owner.transaction(async (sql) => {
      await sql.query("SET LOCAL session_replication_role = 'replica'");
      await sql.query(text, values);
    });
  const notices = (subject: string): Promise<{ occurrence: number; message: string }[]> =>
    product.database.owner
      .query<{ occurrence: number; message: string }>(
        "SELECT occurrence::int, message FROM platform.notices WHERE kind = 'forged_grant' AND subject = $1",
        [subject],
      )
      .then(({ rows }) => rows);
  const expectOneNotice = async (id: string, message: RegExp): Promise<void> => {
    const found = await eventually(
      'the notice is raised',
      () => notices(`api_key/${id}`),
      ({ length }) => length > 0,
    );
    expect(found).toEqual([{ occurrence: 1, message: expect.stringMatching(message) }]);
  };

  it('gets nothing from a key that was inserted, and operators get one notice', async () => {
    const made = createApiKey();
    const forged = { id: made.id, api_key: made.key };
    await change(
      `INSERT INTO back_office.api_keys (id, tenant_id, scopes, key_hash, created_at)
       SELECT $1, id, '{read,write}', decode($2, 'hex'), now() FROM back_office.tenants WHERE slug = $3`,
      [made.id, made.hash, own],
    );
    for (let n = 0; n < 3; n++) {
      const { status, body } = await as(forged).get<unknown>(`/tenants/${own}/ledgers`);
      expect([status, (body as { code: string }).code]).toEqual([401, 'bad_api_key']);
    }
    await expectOneNotice(made.id, /did not sign/);
  });

  it('gets nothing from a key with the signature of another one', async () => {
    const made = createApiKey();
    await change(
      `INSERT INTO back_office.api_keys (id, tenant_id, label, scopes, key_hash, created_at, signature)
       SELECT $1, tenant_id, label, scopes, decode($2, 'hex'), created_at, signature
       FROM back_office.api_keys WHERE id = $3`,
      [made.id, made.hash, key.id],
    );
    expect(await status({ api_key: made.key })).toBe(401);
  });

  it.each([
    ['scopes', "scopes = '{read,write}'"],
    ['label', "label = 'another system'"],
    ['allowed addresses', "allowed_addresses = '{127.0.0.0/8,::1/128}'"],
    ['creation', "created_at = created_at + interval '1 second'"],
    ['signed end', "granted_until = now() + interval '10 years', expires_at = now() + interval '10 years'"],
    ['signature', 'signature = NULL'],
  ])('gets nothing from a key with other values: %s', async (_what, assignment) => {
    await change(`UPDATE back_office.api_keys SET ${assignment} WHERE id = $1`, [key.id]);
    expect(await status(key)).toBe(401);
    await expectOneNotice(key.id, /did not sign/);
  });

  it('gets nothing from the hash of a key of his own in the row of another key', async () => {
    const own = createApiKey();
    const stolen = `probity_${key.id}_${own.key.slice(-43)}`;
    await change("UPDATE back_office.api_keys SET key_hash = sha256(convert_to($2, 'UTF8')) WHERE id = $1", [
      key.id,
      stolen,
    ]);
    expect(await status({ api_key: stolen })).toBe(401);
    await expectOneNotice(key.id, /did not sign/);
  });

  it('gets nothing from a row that was copied or moved to another tenant', async () => {
    const { id, slug } = await createTenant();
    await change('UPDATE back_office.api_keys SET tenant_id = $2 WHERE id = $1', [key.id, id]);
    expect([await status(key, slug), await status(key)]).toEqual([401, 401]);
    await expectOneNotice(key.id, /did not sign/);
  });

  it('does not prolong a key that expires', async () => {
    const short = await create({ scopes: ['read'], label: 'short', expires_in_days: 1 });
    expect(await status(short)).toBe(200);
    await change('UPDATE back_office.api_keys SET expires_at = NULL WHERE id = $1', [short.id]);
    expect(await status(short)).toBe(401);
    await expectOneNotice(short.id, /later end/);
  });

  describe('does not revive a key', () => {
    const UNREVOKE = 'UPDATE back_office.api_keys SET revoked_at = NULL, revoked_by = NULL WHERE id = $1';

    it('that was revoked', async () => {
      await revoke(key.id);
      expect(await status(key)).toBe(401);
      await change(UNREVOKE, [key.id]);
      await eventually(
        'the gateway knows the revocation',
        () => status(key),
        (code) => code === 401,
      );
      await expectOneNotice(key.id, /revoked/);
    });

    it('whose revocation was deleted from the list too', async () => {
      await revoke(key.id);
      const { rows } = await product.database.owner.query<{ statement: string }>(
        'SELECT statement FROM back_office.ended_api_keys',
      );
      expect(rows[0]!.statement).toContain(key.id);
      await change(UNREVOKE, [key.id]);
      await eventually(
        'the gateway knows the revocation',
        () => status(key),
        (code) => code === 401,
      );
      await change('DELETE FROM back_office.ended_api_keys');
      expect(await status(key)).toBe(401);
      const [list] = await eventually(
        'the notice about the list is raised',
        () => notices('list/ended_api_keys'),
        ({ length }) => length > 0,
      );
      expect(list).toMatchObject({ message: expect.stringMatching(/it was deleted/) });
      expect(await status(key)).toBe(401);
    });

    it('that was replaced', async () => {
      const path = `tenants/${own}/api-keys/${key.id}/rotate`;
      const next = await product.backOffice.post<Created>(path, { overlap_hours: 0, ...REASON });
      expect([await status(key), await status(next)]).toEqual([401, 200]);
      await change('UPDATE back_office.api_keys SET expires_at = NULL WHERE id = $1', [key.id]);
      await eventually(
        'the gateway knows the end',
        () => status(key),
        (code) => code === 401,
      );
    });
  });
});
