import { randomUUID } from 'node:crypto';
import { Api } from '../../../../testing/api';
import { ORIGIN } from '../../../../testing/openid/browser';
import { data, startTestOffice, type TestOffice } from '../../../../testing/test-office';
import { Authenticator } from '../../../../testing/webauthn/authenticator';
import { type Person, signedIn, STRONG } from '../../testing/people';
import { ATTEMPT_MS } from '../attempts';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'a test' };
const MINUTE_MS = 60_000;
const RP_ID = new URL(ORIGIN).hostname;

describe('passkeys', () => {
  let test: TestOffice;
  let open: Api;
  let slug: string;
  let accountId: string;
  let jane: Api;
  let person: Person;
  let authenticator: Authenticator;

  beforeEach(async () => {
    test = await startTestOffice();
    open = new Api(test.url, undefined);
    slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
    ({ api: jane, person, accountId } = await newPerson('jane.smith@bank.example'));
    authenticator = new Authenticator();
  });
  afterEach(() => test?.stop());

  async function newPerson(email: string) {
    const body = { name: 'A person', email, roles: ['tenant_admin'], ...WHY };
    const { invitation, account_id } = data(await test.api.post(`/tenants/${slug}/staff/people`, body), 201);
    return { ...(await signedIn(test, { email, invitation, password: STRONG })), accountId: account_id as string };
  }
  const asked = (challenge: string, more: object = {}) => ({ challenge, origin: ORIGIN, rpId: RP_ID, ...more });
  const make = async (api = jane, more: object = {}) => {
    const { options } = data(await api.post('/me/passkeys/options'));
    return authenticator.create(asked(options.challenge, more), options.user.id);
  };
  const add = async (api = jane, name = 'security key') =>
    data(await api.post('/me/passkeys', { name, credential: await make(api) }), 201);
  const challenge = async () => data(await open.post('/sign-in/passkey/options')).options.challenge;
  const prove = async (more: object = {}) => authenticator.get(asked(await challenge(), more));
  const signIn = (credential: object) => open.post('/sign-in/passkey', { credential, as_token: true });
  const NOT_ACCEPTED = { status: 401, body: { code: 'passkey_not_accepted' } };

  it('sign a person in without a password and a code', async () => {
    const { id } = await add();
    const { token } = data(await signIn(await prove()), 201);
    const api = new Api(test.url, token);
    expect(data(await api.get('/me'))).toMatchObject({ id: accountId, method: 'passkey' });
    expect(data(await api.get('/me/passkeys'))).toEqual([{ id, name: 'security key', added_at: expect.any(String) }]);
    expect(data(await api.get('/me/sessions'))[0]).toMatchObject({ method: 'passkey', is_current: true });
    data(await signIn(await prove()), 201);
  });

  it('need the verification of the person, and tell no stranger which accounts exist', async () => {
    const creation = data(await jane.post('/me/passkeys/options')).options;
    expect(creation).toMatchObject({
      rp: { id: RP_ID },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const { options } = data(await open.post('/sign-in/passkey/options'));
    expect(options).toMatchObject({ rpId: RP_ID, userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it.each<[string, () => Promise<object>]>([
    ['for another origin', () => make(jane, { origin: 'https://office.example.evil.example' })],
    ['for another relying party', () => make(jane, { rpId: 'evil.example' })],
    ['with an unknown challenge', async () => authenticator.create(asked('AAAA'), '')],
    ['with a challenge for sign-ins', async () => authenticator.create(asked(await challenge()), '')],
    ['that is none', async () => ({})],
    ['that is nested', async () => ({ id: {}, rawId: {}, response: { clientDataJSON: [] }, type: 'public-key' })],
  ])('are not added %s', async (_, credential) => {
    expect(await jane.post('/me/passkeys', { name: 'n', credential: await credential() })).toMatchObject(NOT_ACCEPTED);
  });

  it('are not added without the verification of the person, and not with the challenge of another person', async () => {
    authenticator.verifiesPerson = false;
    const unverified = { name: 'n', credential: await make() };
    expect(await jane.post('/me/passkeys', unverified)).toMatchObject(NOT_ACCEPTED);
    authenticator.verifiesPerson = true;
    const { api: kim } = await newPerson('kim@bank.example');
    const credential = { name: 'n', credential: await make(kim) };
    expect(await jane.post('/me/passkeys', credential)).toMatchObject(NOT_ACCEPTED);
    expect(await kim.post('/me/passkeys', credential)).toMatchObject(NOT_ACCEPTED);
  });

  it.each<[string, () => Promise<object>]>([
    ['for another origin', () => prove({ origin: 'http://office.example' })],
    ['for another relying party', () => prove({ rpId: 'example' })],
    ['with an unknown challenge', async () => authenticator.get(asked('AAAA'))],
    [
      'with a challenge for a registration',
      async () => authenticator.get(asked(data(await jane.post('/me/passkeys/options')).options.challenge)),
    ],
    [
      'without the presence of the person',
      () => {
        authenticator.isPresent = false;
        return prove();
      },
    ],
    [
      'without the verification of the person',
      () => {
        authenticator.verifiesPerson = false;
        return prove();
      },
    ],
    [
      'with the answer to a registration',
      async () => {
        const { clientDataJSON } = authenticator.create(asked(await challenge()), '').response;
        const proof = await prove();
        return { ...proof, response: { ...proof.response, clientDataJSON } };
      },
    ],
    [
      'signed with another key',
      async () => {
        const { made } = authenticator;
        authenticator.create(asked('AAAA'), '');
        authenticator.made = { ...made, keys: authenticator.made.keys };
        return prove();
      },
    ],
    [
      'of an unknown account',
      () => {
        authenticator.made.userHandle = Buffer.from(randomUUID());
        return prove();
      },
    ],
    ['that is none', async () => ({})],
    ['with a user handle that is no text', async () => ({ id: 'x', response: { userHandle: {} } })],
  ])('are not accepted %s', async (_, credential) => {
    await add();
    expect(await signIn(await credential())).toMatchObject(NOT_ACCEPTED);
  });

  it('are accepted once for each challenge, also at the same time, and not too late', async () => {
    await add();
    authenticator.counts = false;
    const proof = await prove();
    const answers = await Promise.all([signIn(proof), signIn(proof), signIn(proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    const late = await prove();
    test.time.pass(ATTEMPT_MS);
    expect(await signIn(late)).toMatchObject(NOT_ACCEPTED);
  });

  it('are not accepted from a copy, whose counter is behind, also at the same time', async () => {
    await add();
    data(await signIn(await prove()), 201);
    data(await signIn(await prove()), 201);
    authenticator.counter = 1;
    expect(await signIn(await prove())).toMatchObject(NOT_ACCEPTED);
    authenticator.counts = false;
    authenticator.counter = 9;
    const answers = await Promise.all([signIn(await prove()), signIn(await prove())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('end with an invitation, a disabled account and their removal, and so do their sessions', async () => {
    const { id } = await add();
    const session = async () => new Api(test.url, data(await signIn(await prove()), 201).token);
    const first = await session();
    expect((await jane.delete(`/me/passkeys/${id}`)).status).toBe(204);
    expect((await first.get('/me')).status).toBe(401);
    expect(await signIn(await prove())).toMatchObject(NOT_ACCEPTED);
    data(await jane.get('/me'));

    await add();
    const second = await session();
    const account = `/tenants/${slug}/staff/${accountId}`;
    data(await test.api.post(`${account}/disable`, WHY));
    expect((await second.get('/me')).status).toBe(401);
    expect(await signIn(await prove())).toMatchObject(NOT_ACCEPTED);
    data(await test.api.post(`${account}/enable`, WHY));
    await session();
    data(await test.api.post(`${account}/invite`, WHY), 201);
    expect(await signIn(await prove())).toMatchObject(NOT_ACCEPTED);
  });

  it('cannot be added with a challenge from before an invitation', async () => {
    const credential = await make();
    const { invitation } = data(await test.api.post(`/tenants/${slug}/staff/${accountId}/invite`, WHY), 201);
    test.time.pass(MINUTE_MS); // to the next one-time code
    const { api } = await signedIn(test, { email: person.email, invitation, password: STRONG });
    expect(await api.post('/me/passkeys', { name: 'n', credential })).toMatchObject(NOT_ACCEPTED);
    expect(data(await api.get('/me/passkeys'))).toEqual([]);
  });

  it('of one person cannot be removed by another, who does not see them', async () => {
    const { id } = await add();
    const { api: kim } = await newPerson('kim@bank.example');
    expect((await kim.delete(`/me/passkeys/${id}`)).status).toBe(404);
    expect(data(await kim.get('/me/passkeys'))).toEqual([]);
  });

  it('need a recent sign-in to be added, and confirm one', async () => {
    await add();
    test.time.pass(16 * MINUTE_MS);
    const options = () => jane.post('/me/passkeys/options');
    expect(await options()).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    const other = await newPerson('kim@bank.example');
    expect(await other.api.post('/me/confirm/passkey', { credential: await prove() })).toMatchObject(NOT_ACCEPTED);
    expect((await jane.post('/me/confirm/passkey', { credential: await prove() })).status).toBe(204);
    data(await options());
  });

  it('are at most ten', async () => {
    for (let n = 0; n < 10; n++) await add(jane, `key ${n}`);
    expect(await jane.post('/me/passkeys/options')).toMatchObject({ status: 400, body: { code: 'too_many_passkeys' } });
  });

  it('are in the events, and a rebuild changes nothing', async () => {
    await add();
    await test.rebuild();
    data(await signIn(await prove()), 201);
    const { rows } = await test.owner.query(
      "SELECT data FROM back_office.audit_events WHERE action LIKE '%passkey_added'",
    );
    expect(rows).toEqual([{ data: { passkey_id: expect.any(String), name: 'security key' } }]);
  });
});
