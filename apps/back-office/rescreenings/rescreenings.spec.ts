import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { at, office, OPERATOR, sent, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const start = (body: object) => office.post(at('/rescreenings'), { reason: 'a new threshold', ...body });
async function running(tenant = tenantId): Promise<string> {
  const id = randomUUID();
  await test.owner.query(
    `INSERT INTO pipeline.rescreenings (id, tenant_id, preview, threshold, total, screened, high, reason, started_by, started_at)
     VALUES ($1, $2, true, 0.8, 10, 5, 2, 'r', 'Ann', now())`,
    [id, tenant],
  );
  return id;
}

describe('screening all customers again', () => {
  it('is started with a reason', async () => {
    data(await start({}), 201);
    data(await start({ preview: true, threshold: 0.8 }), 201);
    const about = { tenant_id: tenantId, rescreening_id: expect.any(String), reason: 'a new threshold', ...OPERATOR };
    expect(sent.map(({ request }) => request)).toEqual([
      { ...about, preview: false, threshold: null },
      { ...about, preview: true, threshold: 0.8 },
    ]);
  });

  it.each([
    ['a threshold without a preview', { threshold: 0.8 }, /^threshold is only for a preview/],
    ['a threshold that is too low', { preview: true, threshold: 0.1 }, /^threshold must be a number from 0.5 to 1/],
    ['a text as threshold', { preview: true, threshold: '0.8' }, /^threshold must be a number/],
    ['no reason', { reason: ' ' }, /^reason must/],
  ])('is rejected with %s', async (_what, body, message) => {
    refused(await start(body), 400, message);
  });

  it('shows its progress, and is cancelled with a reason', async () => {
    const id = await running();
    await running(randomUUID());
    const shown = { id, status: 'running', preview: true, threshold: 0.8, total: 10, screened: 5, alerts: 2 };
    expect(data(await office.get(at('/rescreenings')))).toMatchObject([shown]);
    expect(data(await office.get(at(`/rescreenings/${id}`)))).toMatchObject({
      ...shown,
      by_severity: { critical: 0, high: 2, medium: 0, low: 0 },
    });
    expect((await office.get(at(`/rescreenings/${randomUUID()}`))).status).toBe(404);
    data(await office.post(at(`/rescreenings/${id}/cancel`), { reason: 'wrong' }));
    expect(sent[0]).toEqual({
      name: 'pipeline.cancel-rescreening',
      request: { tenant_id: tenantId, rescreening_id: id, reason: 'wrong', ...OPERATOR },
    });
  });
});
