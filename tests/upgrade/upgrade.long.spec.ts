import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { dataOf, expectRefusal } from '../interface/answers';
import { eventually } from '../interface/customers';
import { eventOf, signatureOf } from '../interface/webhooks';
import { dumpNames } from './dump/dump-files';
import type { FixtureTenant } from './fill-product';
import { DECISION } from './fill/scene';
import { RestoredProduct } from './restored-product';

jest.setTimeout(180_000);

const DUMPS = join(__dirname, 'dumps');

describe.each(dumpNames(DUMPS))('this version on the dump %s', (name) => {
  let restored: RestoredProduct;
  let first: FixtureTenant;
  beforeAll(async () => {
    restored = await RestoredProduct.start(DUMPS, name, process.env.TEST_DATABASE_URL!);
    first = restored.tenants[0]!;
  });
  afterAll(() => restored?.stop());

  const backOffice = (path: string, body: object) => restored.product.backOffice.post(path, body);
  const everythingVerifies = async (): Promise<void> => {
    const ledgers = await restored.verifiedLedgers();
    expect(ledgers.length).toBeGreaterThan(0);
    for (const ledger of ledgers) expect(ledger).toMatchObject({ done: true, verified: true, broken: null });
  };

  describe('before any change', () => {
    it('screens all customers again with its scorer, which changes nothing that was returned', async () => {
      const rescreenings = `/tenants/${first.slug}/rescreenings`;
      const [newest] = await eventually(
        'the rescreening is completed',
        async () => dataOf<any[]>(await restored.product.backOffice.get(rescreenings)),
        ([one]) => one?.status === 'completed',
      );
      expect(newest).toMatchObject({ scorer_version: SCORER_VERSION, started_by: 'system', error: null });
    });

    it('returns everything that the older version returned', async () => {
      expect(restored.fixture.answers.length).toBeGreaterThan(700);
      expect(await restored.changedAnswers()).toEqual([]);
    });

    it('verifies every ledger, and every posting by itself', async () => {
      await everythingVerifies();
      const postings = restored.tenants.flatMap((tenant) => restored.recorded(tenant, /\/verify$/));
      expect(postings.length).toBeGreaterThan(0);
      // The responses are the same as recorded; these checks make sure that they are also correct.
      for (const posting of postings) expect(posting).toMatchObject({ verified: true, mismatches: [] });
    });

    it('keeps every audit entry when everything is rebuilt, and then verifies the audit trails', async () => {
      const rebuilt = await restored.product.lastLine('projections/rebuild', { ...DECISION, all: true });
      // Entries of changed settings say more in this version.
      expect(rebuilt).toMatchObject({ failed: 0, audit: { added: 0, removed: 0 } });
      expect(await restored.changedAnswers()).toEqual([]);
      for (const { slug } of restored.tenants) {
        const verified = await restored.product.lastLine(`tenants/${slug}/audit/verification`, {});
        expect(verified).toMatchObject({ verified: true, first: null });
      }
    });

    it('returns the same after a rebuild of tenants and ledgers, also of lost signing keys', async () => {
      await restored.change('DELETE FROM ledger.signing_keys');
      expect(await restored.product.lastLine('projections/rebuild')).toMatchObject({ done: true });
      expect(await restored.changedAnswers()).toEqual([]);
      await everythingVerifies();
    });
  });

  describe('keys', () => {
    it('that were revoked stay revoked, and scopes do not change', async () => {
      const { slug, fixture_keys, posting } = first;
      const { gateway } = restored.product;
      expectRefusal(await gateway.withKey(fixture_keys.revoked).get(`/tenants/${slug}/ledgers`), 401);
      dataOf(await gateway.withKey(fixture_keys.reads_only).get(`/tenants/${slug}/ledgers`));
      expectRefusal(await gateway.withKey(fixture_keys.reads_only).post(posting.path, posting.body), 403);
    });

    it('give no access to another tenant', async () => {
      const [, second] = restored.tenants;
      expectRefusal(await restored.as(first).get(`/tenants/${second!.slug}/ledgers`), 403);
      for (const [path, list] of [
        ['ledgers', /\/ledgers\?/],
        ['customers', /\/customers\?/],
        ['alerts', /\/alerts\?/],
        ['webhooks', /\/webhooks\?/],
      ] as const) {
        const [[{ id }]] = restored.recorded(second!, list) as [[{ id: string }]];
        expectRefusal(await restored.as(first).get(`/tenants/${first.slug}/${path}/${id}`), 404);
      }
    });
  });

  it('has the personal data in its events sealed', async () => {
    await eventually(
      'no event is left',
      async () => dataOf<{ events_not_sealed: unknown[] }>(await restored.product.backOffice.get('/privacy/status')),
      ({ events_not_sealed }) => events_not_sealed.length === 0,
    );
  });

  describe('work that the older version began', () => {
    it('is finished: an event that had failed is processed', async () => {
      const { unfinished } = restored.fixture;
      await eventually(
        'the event is processed',
        async () =>
          dataOf(await restored.as(unfinished).get(`/tenants/${unfinished.slug}/events/${unfinished.pending_event}`)),
        ({ status }) => status === 'processed',
      );
    });

    it('is finished: a delivery that had failed arrives, signed with the rotated secret', async () => {
      const { url, rotated_secret } = restored.fixture.unfinished.endpoint;
      const [delivery] = await restored.inbox(url).have(1);
      expect(signatureOf(delivery!, rotated_secret).isGood).toBe(true);
      expect(eventOf(delivery!)).toMatchObject({ event: 'alert.created', tenant_id: restored.fixture.unfinished.id });
    });

    it('is finished: an import of a list can be completed', async () => {
      const { list, id } = restored.fixture.unfinished.import;
      const finished = await backOffice(`/watchlists/${list}/imports/${id}/finish`, DECISION);
      expect(dataOf(finished)).toMatchObject({ list, version: 1, entries: 1, added: 1 });
    });

    it('is finished: a dead event is processed again, and an unresolved event finds its customer', async () => {
      const events = `/tenants/${first.slug}/events`;
      const byId = async (id: string) => dataOf(await restored.as(first).get(`${events}/${id}`));
      const [dead] = dataOf(await restored.product.backOffice.get(`${events}?status=dead`));
      dataOf(await backOffice(`${events}/${dead.event_id}/rerun`, DECISION));
      const isProcessed = ({ status }: { status: string }): boolean => status === 'processed';
      await eventually('the dead event is processed', () => byId(dead.event_id), isProcessed);

      const listed = dataOf<{ event_id: string }[]>(await restored.as(first).get(`${events}?status=unresolved`));
      const waiting = await Promise.all(listed.map(({ event_id }) => byId(event_id)));
      const paid = waiting.find(({ payload }: any) => payload.transaction_id === 'unresolved');
      const customer = { email: 'late@example.com', account_refs: [paid.payload.account_ref] };
      const { id } = dataOf(await restored.as(first).post(`/tenants/${first.slug}/customers`, customer), 201);
      expect(await eventually('the event has its customer', () => byId(paid.event_id), isProcessed)).toMatchObject({
        customer_id: id,
      });
    });
  });

  describe('new work', () => {
    it('continues at the end of the ledger, and an old idempotency key returns the old posting', async () => {
      const { path, body, answer } = first.posting;
      expect(dataOf(await restored.as(first).post(path, body), 201)).toEqual(answer);

      const { ledger_id } = body as { ledger_id: string };
      const transactions = `/tenants/${first.slug}/ledgers/${ledger_id}/transactions?limit=100`;
      const before = (await restored.as(first).get(transactions)).body.data;
      const newest = before.reduce((a: any, b: any) => (a.hash_chain_position > b.hash_chain_position ? a : b));
      const again = { ...body, idempotency_key: randomUUID() };
      const { transaction } = dataOf(await restored.as(first).post(path, again), 201);
      expect(transaction).toMatchObject({
        hash_chain_position: newest.hash_chain_position + 1,
        previous_hash: newest.transaction_hash,
      });
      const verified = await restored.as(first).get(`${path}/${transaction.id}/verify`);
      expect(dataOf(verified)).toMatchObject({ verified: true });
    });

    it('raises an alert and delivers it, signed with the secret that the older version made', async () => {
      const inbox = restored.inbox(first.works.url);
      expect(inbox.received).toEqual([]); // earlier deliveries are not sent again
      const [entries] = restored.recorded(first, /\/watchlist-entries\?/);
      const { name } = entries.find(({ id }: { id: string }) => id === 'person-1').names[0];
      const customer = { email: 'new@example.com', full_name: name };
      const { id } = dataOf(await restored.as(first).post(`/tenants/${first.slug}/customers`, customer), 201);
      const [delivery] = await inbox.have(1);
      expect(signatureOf(delivery!, first.works.rotated_secret).isGood).toBe(true);
      expect(eventOf(delivery!)).toMatchObject({ event: 'alert.created', data: { customer_id: id } });
    });

    it('decides on an alert of the older version, and continues its case', async () => {
      const { slug } = first;
      const [openCase] = restored.recorded(first, /\/cases\?/)[0].filter((one: any) => one.status === 'open');
      const [alert] = restored.recorded(first, /\/alerts\?/)[0].filter((one: any) => one.case_id === openCase.id);
      const resolved = await backOffice(`/tenants/${slug}/alerts/${alert.id}/resolve`, {
        ...DECISION,
        resolution: 'handled',
      });
      expect(dataOf(resolved)).toMatchObject({ status: 'resolved' });
      const closed = await backOffice(`/tenants/${slug}/cases/${openCase.id}/close`, {
        ...DECISION,
        outcome: 'no_action',
      });
      expect(dataOf(closed)).toMatchObject({ status: 'closed' });
    });

    it('can be rebuilt and verified together with the old data', async () => {
      const before = await restored.as(first).get(`/tenants/${first.slug}/ledgers`);
      expect(await restored.product.lastLine('projections/rebuild')).toMatchObject({ done: true });
      expect((await restored.as(first).get(`/tenants/${first.slug}/ledgers`)).body).toEqual(before.body);
      await everythingVerifies();
    });
  });
});
