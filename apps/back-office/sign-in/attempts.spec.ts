import { randomBytes } from 'node:crypto';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestTime } from '../../../testing/test-time';
import { StaffSecrets } from '../staff/staff-secrets';
import { ATTEMPT_MS, Attempts, MAX_OF_NETWORK, MAX_OPEN } from './attempts';

const FILL = `
  INSERT INTO back_office.sign_in_attempts (secret_hash, purpose, network, sealed, expires_at)
  SELECT sha256(n::text::bytea), 'passkey sign-in', n::text, '', $2::timestamptz FROM generate_series(1, $1::int) n`;

describe('attempts to sign in', () => {
  let test: TestDatabase;
  let time: TestTime;
  let attempts: Attempts;

  beforeEach(async () => {
    test = await createTestDatabase();
    time = new TestTime();
    attempts = new Attempts(await test.as(ROLES.backOffice), new StaffSecrets(randomBytes(32)), time);
  });
  afterEach(() => test?.drop());

  const begin = (address = '192.0.2.7', data: object = {}) => attempts.begin('passkey sign-in', address, data);
  const take = (secret: string) => attempts.take('passkey sign-in', secret);
  const stored = async () => {
    const { rows } = await test.owner.query<{ n: string; all: string }>(
      'SELECT count(*) AS n, string_agg(t::text, \' \') AS "all" FROM back_office.sign_in_attempts t',
    );
    return { count: Number(rows[0]!.n), text: rows[0]!.all };
  };

  it('can be taken once, for their purpose, within ten minutes', async () => {
    const { secret } = await begin('192.0.2.7', { nonce: 'n-1' });
    expect(await attempts.take('passkey registration', secret)).toBeUndefined();
    const taken = await Promise.all([take(secret), take(secret), take(secret)]);
    expect(taken.filter((data) => data !== undefined)).toEqual([{ nonce: 'n-1' }]);
    const late = await begin();
    time.pass(ATTEMPT_MS);
    expect(await take(late.secret)).toBeUndefined();
  });

  it('are stored without their secret and without their data in clear', async () => {
    const { secret } = await begin('192.0.2.7', { verifier: 'a-verifier-in-clear' });
    const { text } = await stored();
    for (const clear of [secret, 'a-verifier-in-clear', Buffer.from('a-verifier-in-clear').toString('hex')]) {
      expect(text).not.toContain(clear);
    }
  });

  it('are bounded for each network, which others do not notice, and end', async () => {
    const many = await Promise.allSettled(Array.from({ length: MAX_OF_NETWORK + 5 }, () => begin('2001:db8::1')));
    expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    await expect(begin('2001:db8::2')).rejects.toMatchObject({ code: 'rate_limited' });
    await begin('2001:db8:0:1::1');
    time.pass(ATTEMPT_MS);
    await begin('2001:db8::1');
    expect((await stored()).count).toBe(1);
  });

  it('of all networks are bounded, and the newest ones stay', async () => {
    const before = new Date(time.now().getTime() + ATTEMPT_MS / 2);
    await test.owner.query(FILL, [MAX_OPEN + 50, before]);
    const { secret } = await begin();
    time.pass(1_000);
    await begin();
    expect((await stored()).count).toBe(MAX_OPEN + 1); // since it looked, one began
    expect(await take(secret)).toEqual({});
  });
});
