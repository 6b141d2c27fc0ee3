import { randomUUID } from 'node:crypto';
import type { Api } from '../../../testing/api';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { signedIn, STRONG } from '../testing/people';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'because' };

describe('the staff of a tenant with a single admin', () => {
  let test: TestOffice;
  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());

  it('is added alone until a second person could approve; disabling that person does not change it', async () => {
    const slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T', reason: 'a test' }), 201);
    const staff = `/tenants/${slug}/staff`;
    const invite = async (api: Api, name: string, status = 201) =>
      data(
        await api.post(`${staff}/people`, {
          name,
          email: `${name}-${slug}@b.example`,
          roles: ['tenant_admin'],
          ...WHY,
        }),
        status,
      );
    const enter = async (name: string, { invitation }: { invitation: string }) =>
      (await signedIn(test, { email: `${name}-${slug}@b.example`, invitation, password: STRONG })).api;
    const ada = await enter('ada', await invite(test.api, 'ada'));
    const invited = await invite(ada, 'bob');
    await enter('bob', invited);
    data(await ada.post(`${staff}/${invited.account_id}/disable`, WHY), 200);
    expect(await invite(ada, 'eve', 202)).toMatchObject({ action: 'change_staff', status: 'pending' });
    expect(data(await ada.post(`${staff}/${invited.account_id}/enable`, WHY), 202).status).toBe('pending');
  });
});
