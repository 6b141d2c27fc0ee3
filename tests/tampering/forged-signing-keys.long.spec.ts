import { randomUUID } from 'node:crypto';
import { Api, type Answer } from '../../testing/api';
import { eventually } from '../interface/customers';
import { type Product, startProduct } from './product';

jest.setTimeout(60_000);

const REASON = { reason: 'a test' };
const REJECTED = {
  code: 'ledger_inconsistent',
  message: expect.stringMatching(/signing key is not the one that Probity/),
};

interface Book {
  id: string;
  accounts: string[];
  slug: string;
  api: Api;
}

describe('an insider with the database, and the signing key of a ledger', () => {
  let product: Product;
  let tenants: { slug: string; api: Api }[];
  let book: Book;
  let neighbour: Book;
  let foreign: Book;

  beforeAll(async () => {
    product = await startProduct();
    tenants = [await aTenant(), await aTenant()];
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    [book, neighbour, foreign] = [await aBook(0), await aBook(0), await aBook(1)];
    await forgetKeys();
    await change('DROP TABLE IF EXISTS kept_keys, kept_events');
    await change('CREATE TABLE kept_keys AS TABLE ledger.signing_keys');
    await change("CREATE TABLE kept_events AS SELECT * FROM event_store.events WHERE stream LIKE 'signing-key-%'");
  });
  afterEach(restore);

  async function restore(): Promise<void> {
    await change('DELETE FROM ledger.signing_keys');
    await change('INSERT INTO ledger.signing_keys TABLE kept_keys');
    await change("DELETE FROM event_store.events WHERE stream LIKE 'signing-key-%'");
    await change('INSERT INTO event_store.events OVERRIDING SYSTEM VALUE TABLE kept_events');
  }

  async function aTenant(): Promise<{ slug: string; api: Api }> {
    const slug = `t-${randomUUID().slice(0, 8)}`;
    await product.backOffice.post('tenants', { slug, name: 'T', four_eyes: false, ...REASON });
    const dollar = { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2, ...REASON };
    await product.backOffice.post(`tenants/${slug}/currencies`, dollar);
    const scopes = ['read', 'write'];
    const { api_key } = await product.backOffice.post<{ api_key: string }>(`tenants/${slug}/api-keys`, {
      ...{ scopes, label: 'core', ...REASON },
    });
    return { slug, api: new Api(product.api.baseUrl, api_key) };
  }
  async function aBook(of: 0 | 1): Promise<Book> {
    const { slug, api } = tenants[of]!;
    const made = async (path: string, body: object): Promise<any> => {
      const answer = await api.post<any>(`/tenants/${slug}${path}`, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer));
      return answer.body.data ?? answer.body;
    };
    const { id } = await made('/ledgers', { name: 'Book', currency: 'USD' });
    const accounts = [];
    for (const account_type of ['asset', 'liability']) {
      accounts.push((await made(`/ledgers/${id}/accounts`, { code: randomUUID(), name: 'A', account_type })).id);
    }
    const one = { id, accounts, slug, api };
    expect((await post(one)).status).toBe(201);
    return one;
  }
  const post = ({ id: ledger_id, accounts, slug, api }: Book): Promise<Answer<any>> =>
    api.post(`/tenants/${slug}/postings`, {
      ...{ ledger_id, currency: 'USD' },
      entries: [
        { account_id: accounts[0], debit: '3' },
        { account_id: accounts[1], credit: '3' },
      ],
    });
  /** The writers discard what they know, as after a restart. */
  async function forgetKeys(): Promise<void> {
    for await (const _ of product.backOffice.postForLines('projections/rebuild', REASON)) continue;
  }
  /** As a superuser, without triggers. */
  const change = (text: string, values: unknown[] = []): Promise<void> =>
    product.database.owner.transaction(async (sql) => {
      await sql.query("SET LOCAL session_replication_role = 'replica'");
      await sql.query(text, values);
    });
  const postings = async ({ id }: Book): Promise<number> => {
    const count =
      "SELECT count(*)::int AS count FROM event_store.events WHERE stream = $1 AND type = 'TransactionPosted'";
    return (await product.database.owner.query<{ count: number }>(count, [`ledger-${id}`])).rows[0]!.count;
  };
  const notices = (id: string) =>
    product.database.owner
      .query<{ occurrence: number; message: string }>(
        "SELECT occurrence::int, message FROM platform.notices WHERE kind = 'forged_grant' AND subject = $1",
        [`signing_key/${id}`],
      )
      .then(({ rows }) => rows);

  async function expectRejected(...books: Book[]): Promise<void> {
    for (const one of books) {
      for (let n = 0; n < 2; n++) {
        const { status, body } = await post(one);
        expect([status, body]).toMatchObject([503, REJECTED]);
      }
      expect(await postings(one)).toBe(1);
      const raised = await eventually(
        'the notice is raised',
        () => notices(one.id),
        ({ length }) => length > 0,
      );
      expect(raised).toEqual([{ occurrence: 1, message: expect.stringContaining(`signing_key/${one.id}`) }]);
    }
  }

  const SWAP = `
    UPDATE ledger.signing_keys k SET sealed = o.sealed FROM ledger.signing_keys o
    WHERE (k.ledger_id, o.ledger_id) IN (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))`;
  const MOVE = 'UPDATE ledger.signing_keys SET ledger_id = $2 WHERE ledger_id = $1';

  it.each([
    ['the sealed key', 'sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)'],
    ['the name of its master key', 'sealed = set_byte(sealed, 1, get_byte(sealed, 1) # 1)'],
    ['its id', 'id = gen_random_uuid()'],
    ['its creation', "created_at = created_at - interval '1 day'"],
  ])('posts nothing after a change of %s, and operators get one notice', async (_what, set) => {
    await change(`UPDATE ledger.signing_keys SET ${set} WHERE ledger_id = $1`, [book.id]);
    await expectRejected(book);
    expect((await post(neighbour)).status).toBe(201);
  });

  it('posts nothing after the keys of two ledgers, or of two tenants, were swapped', async () => {
    await change(SWAP, [book.id, neighbour.id]);
    await expectRejected(book, neighbour);
    await restore();
    expect((await post(book)).status).toBe(201);
    await forgetKeys();
    await change(SWAP, [book.id, foreign.id]);
    expect((await post(book)).status).toBe(503);
    await expectRejected(foreign);
  });

  it('posts nothing after whole rows of two tenants were swapped', async () => {
    const aside = randomUUID();
    await change(MOVE, [book.id, aside]);
    await change(MOVE, [foreign.id, book.id]);
    await change(MOVE, [aside, foreign.id]);
    await expectRejected(book, foreign);
  });

  it('posts nothing with a key that was inserted in place of the deleted one', async () => {
    await change('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', [book.id]);
    await expectRejected(book);
    await change(
      `INSERT INTO ledger.signing_keys (id, ledger_id, sealed, created_at, revision)
       SELECT l.signing_key_id, l.id, k.sealed, k.created_at, 0 FROM ledger.ledgers l, ledger.signing_keys k
       WHERE l.id = $1 AND k.ledger_id = $2`,
      [book.id, foreign.id],
    );
    expect(await post(book)).toMatchObject({ status: 503, body: REJECTED });
    await change('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', [book.id]);
    await forgetKeys(); // a rebuild restores the row from its event
    expect((await post(book)).status).toBe(201);
  });

  it('posts nothing after the event of the key was changed or deleted along with the row', async () => {
    await change(
      `UPDATE event_store.events e SET data = (SELECT o.data FROM event_store.events o WHERE o.stream = $2)
       WHERE e.stream = $1`,
      [`signing-key-${book.id}`, `signing-key-${neighbour.id}`],
    );
    await change(SWAP, [book.id, neighbour.id]);
    await expectRejected(book);
    await change('DELETE FROM event_store.events WHERE stream = $1', [`signing-key-${book.id}`]);
    expect(await post(book)).toMatchObject({ status: 503, body: REJECTED });
  });
});
