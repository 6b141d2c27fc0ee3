import { data, refused } from '../../../testing/test-office';
import { signInAs } from '../testing/people';
import {
  at,
  decide,
  head,
  head2,
  id,
  officer,
  officer2,
  patch,
  people,
  proposals,
  resolve,
  test,
  trail,
  WHY,
} from '../testing/reviewing-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const HOUR_MS = 3_600_000;

describe('an approved change', () => {
  it('is made as it was reviewed, or not at all', async () => {
    const first = data(await patch(head, '/settings', { settings: { screening: { threshold: 0.81 } }, ...WHY }), 202);
    const second = data(await patch(head, '/settings', { settings: { screening: { threshold: 0.82 } }, ...WHY }), 202);
    data(await decide(head2, first.id));
    expect(data(await decide(head2, second.id))).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^the settings has changed since the proposal/),
    });
    expect(data(await head.get(at('/settings'))).settings.screening.threshold).toBe(0.81);
    expect((await trail(second.id)).at(-1)).toBe('proposal.failed system');
  });

  it('about an identity is outdated when the profile changes', async () => {
    const proposal = data(await officer.put(at(`/customers/${id}/kyc-status`), { to: 'approved', ...WHY }), 202);
    await test.owner.query(
      `UPDATE customer_risk.customers SET profile = jsonb_set(profile::jsonb, '{full_name}', '"Other"') WHERE id = $1`,
      [id],
    );
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'failed' });
    expect(test.sent).toEqual([]);
  });

  it('has one outcome, however many decide at the same time', async () => {
    const proposal = data(await resolve(officer), 202);
    const answers = await Promise.all([
      decide(officer2, proposal.id),
      decide(officer2, proposal.id, 'decline'),
      decide(officer, proposal.id, 'withdraw'),
      decide(officer2, proposal.id),
    ]);
    const { status } = data(await officer.get(proposals(`/${proposal.id}`)));
    expect(['applied', 'declined', 'withdrawn']).toContain(status);
    expect(test.sent).toHaveLength(status === 'applied' ? 1 : 0);
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(0);
    expect((await trail(proposal.id)).filter((entry) => /approved|declined|withdrawn/.test(entry))).toHaveLength(1);
  });

  it('is carried out later when its outcome is unknown, and only once', async () => {
    test.replies['customer-risk.resolve-alert'] = () => {
      throw new Error('the service died');
    };
    const proposal = data(await resolve(officer), 202);
    expect(data(await decide(officer2, proposal.id))).toMatchObject({ status: 'approved' });
    delete test.replies['customer-risk.resolve-alert'];
    test.time.pass(61_000);
    await test.settleProposals();
    expect(data(await officer.get(proposals(`/${proposal.id}`))).status).toBe('applied');
    expect(test.sent.filter(({ name }) => name === 'customer-risk.resolve-alert')).toHaveLength(2);
  });

  it('is not repeated when the audit trail has its effect', async () => {
    const before = data(await head.get(at('/settings'))).version;
    const proposal = data(
      await patch(head, '/settings', { settings: { screening: { threshold: 0.77 } }, ...WHY }),
      202,
    );
    data(await decide(head2, proposal.id));
    // As if the process had ended between the change and the record of the outcome.
    const about = [`proposal-${proposal.id}`];
    await test.owner.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    await test.owner.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', about);
    await test.owner.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
    const earlier = "status = 'approved', settled_at = NULL, revision = 1";
    await test.owner.query(`UPDATE back_office.proposals SET ${earlier} WHERE id = $1`, [proposal.id]);
    await test.owner.query(`DELETE FROM back_office.audit_events WHERE action = 'proposal.applied'`);
    test.time.pass(61_000);
    await test.settleProposals();
    expect(data(await head.get(proposals(`/${proposal.id}`))).status).toBe('applied');
    expect(data(await head.get(at('/settings'))).version).toBe(before + 1);
  });

  it('is there again after a rebuild of the read side', async () => {
    const proposal = data(await resolve(officer), 202);
    const before = data(await head.get(proposals('?limit=100')));
    const policy = data(await head.get(at('/four-eyes')));
    await test.rebuild();
    expect(data(await head.get(proposals('?limit=100')))).toEqual(before);
    expect(data(await head.get(at('/four-eyes')))).toEqual(policy);
    expect(data(await officer.get(proposals(`/${proposal.id}`)))).toEqual(proposal);
  });

  it('expires', async () => {
    const proposal = data(await resolve(officer), 202);
    const { policy } = data(await head.get(at('/four-eyes')));
    const time = policy.expires_after_hours * HOUR_MS;
    expect(Date.parse(proposal.expires_at) - Date.parse(proposal.made_at)).toBe(time);
    test.time.pass(time);
    const later = await signInAs(test, people.officer2!);
    refused(await decide(later, proposal.id), 400, /^the proposal (expired at|is expired already)/); // a job settles it
    await test.settleProposals();
    expect(data(await later.get(proposals(`/${proposal.id}`))).status).toBe('expired');
    refused(await decide(later, proposal.id), 400, /^the proposal is expired already/);
    expect(await trail(proposal.id, await signInAs(test, people.head!))).toEqual([
      'proposal.made officer',
      'proposal.expired system',
    ]);
  });
});
