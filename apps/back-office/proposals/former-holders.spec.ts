import { randomUUID } from 'node:crypto';
import { staffStream } from '@probity/contracts/staff/events';
import { data, refused } from '../../../testing/test-office';
import { ProposalQueries } from '@probity/read-side/proposals/proposal-queries';
import {
  accounts,
  admin,
  admin2,
  at,
  decide,
  head,
  head2,
  officer,
  officer2,
  patch,
  proposals,
  resolve,
  tenantId,
  test,
  trail,
  WHY,
} from '../testing/reviewing-tenant';
import { MAX_PENDING } from './proposals';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

async function invitedAgain(accountId: string): Promise<void> {
  const { id } = data(await admin.post(at(`/staff/${accountId}/invite`), WHY), 202);
  expect(data(await decide(admin2, id))).toMatchObject({ status: 'applied' });
}

/** Makes so many proposals of a proposer wait. */
const waiting = (proposerId: string, count: number) =>
  test.owner.query(
    `INSERT INTO back_office.proposals (id, tenant_id, action, subject_type, subject_id, summary, request,
       request_hash, shown, state_hash, reason, status, proposer, proposer_id, made_at, expires_at, revision)
     SELECT gen_random_uuid(), $1, 'change_settings', 'settings', 'x', 's', '{}', '', '{}', '', 'r', 'pending',
       'Head', $2, now(), now() + interval '1 hour', 0 FROM generate_series(1, $3)`,
    [tenantId, proposerId, count],
  );

describe('the proposals of a person', () => {
  it('end when the account gets a new invitation: another person may hold it now', async () => {
    const proposal = data(await resolve(officer), 202);
    const other = data(await patch(head, '/settings', { settings: { screening: { threshold: 0.86 } }, ...WHY }), 202);
    await invitedAgain(accounts.officer!);
    refused(await decide(officer2, proposal.id), 400, /^the proposal is expired already\. No changes were made/);
    expect(data(await officer2.get(proposals(`/${proposal.id}`)))).toMatchObject({ status: 'expired' });
    expect((await trail(proposal.id)).at(-1)).toBe('proposal.expired system');
    expect(test.sent).toEqual([]);
    expect(data(await decide(head2, other.id))).toMatchObject({ status: 'applied' });
  });

  it('end then also when no person decides on them, and a rebuild changes nothing', async () => {
    const proposal = data(await resolve(officer2), 202);
    await invitedAgain(accounts.officer2!);
    await test.rebuild();
    await test.settleProposals();
    expect(data(await head.get(proposals(`/${proposal.id}`)))).toMatchObject({ status: 'expired' });
  });

  it('are limited, also when they are made at the same time', async () => {
    const spare = 3;
    await waiting(accounts.head!, MAX_PENDING - spare);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        patch(head, '/settings', { settings: { screening: { threshold: 0.5 + n / 100 } }, reason: randomUUID() }),
      ),
    );
    const made = answers.filter(({ status }) => status === 202).map(({ body }) => body.data.id);
    expect(made).toHaveLength(spare);
    for (const { status, body } of answers)
      expect([202, 'too_many_proposals']).toContain(status === 202 ? 202 : body.code);
    const { rows } = await test.owner.query<{ id: string }>(
      "SELECT id FROM back_office.proposals WHERE proposer_id = $1 AND status = 'pending' AND revision = 0 AND request <> '{}'",
      [accounts.head],
    );
    expect(rows.map((row) => row.id).sort()).toEqual(made.sort());
  });

  it('are one, when the person proposes the same several times at once', async () => {
    const same = { settings: { screening: { threshold: 0.77 } }, ...WHY };
    const answers = await Promise.all(Array.from({ length: 6 }, () => patch(head2, '/settings', same)));
    expect(new Set(answers.map((answer) => data(answer, 202).id)).size).toBe(1);
  });

  it('are limited for all API keys of the institution together', async () => {
    const queries = new ProposalQueries(test.owner);
    const now = new Date();
    for (const [key, count] of Object.entries({ '00000000000000a1': 2, '00000000000000b2': 3 })) {
      await waiting(`institution:${key}`, count);
    }
    expect(await queries.countPending(tenantId, 'institution:00000000000000c3', now)).toBe(5);
    await waiting(randomUUID(), 1);
    expect(await queries.countPending(tenantId, 'institution:00000000000000a1', now)).toBe(5);
    expect(await queries.countPending(randomUUID(), 'institution:00000000000000a1', now)).toBe(0);
  });

  it('end also when the events of another proposer are damaged', async () => {
    const threshold = (value: number) => ({ settings: { screening: { threshold: value } }, ...WHY });
    await test.owner.query("DELETE FROM back_office.proposals WHERE request = '{}'");
    const stuck = data(await patch(head, '/settings', threshold(0.61)), 202);
    const other = data(await patch(head2, '/settings', threshold(0.62)), 202);
    for (const account of [accounts.head!, accounts.head2!]) await invitedAgain(account);
    await test.owner.execute('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    await test.owner.query("UPDATE event_store.events SET data = 'damaged' WHERE stream = $1", [
      staffStream(accounts.head!),
    ]);
    await test.owner.execute('ALTER TABLE event_store.events ENABLE TRIGGER USER');
    await test.settleProposals();
    const { rows } = await test.owner.query('SELECT id, status FROM back_office.proposals WHERE id = ANY($1)', [
      [stuck.id, other.id],
    ]);
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [stuck.id, 'pending'],
        [other.id, 'expired'],
      ]),
    );
  });
});
